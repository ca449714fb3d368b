import * as v from 'valibot'
import { rulesDraft } from './scaling/rules-draft-schema.ts'

const variable = v.object({
  name: v.string(),
  value: v.string(),
  /** The value was lost in a page reload and has to be typed again. */
  dropped: v.optional(v.boolean()),
})

/** The wizard input that is not in the URL; null stands for the suggestion of the template or image. */
export const deployDraft = v.object({
  /** The template or image that the draft is for. */
  source: v.string(),
  name: v.nullable(v.string()),
  /** Values of the template's own variables, where they differ from its defaults. */
  values: v.record(v.string(), v.string()),
  /** The same for variables that the template marks as secret. */
  secretValues: v.optional(v.record(v.string(), v.string()), {}),
  extra: v.array(variable),
  ports: v.nullable(v.array(v.string())),
  /** The rules of a single service. */
  autoscaling: v.optional(v.nullable(rulesDraft), null),
  registry: v.nullable(v.object({ registry: v.string(), username: v.string(), password: v.string() })),
  /** The configuration file of several services, and the same without any values. */
  file: v.optional(
    v.nullable(
      v.object({
        text: v.string(),
        textToStore: v.string(),
        /** Whether the user wrote the text, not the form. */
        isTyped: v.optional(v.boolean(), false),
        /** The form as it was typed, which may be incomplete, and the same without any values. */
        form: v.optional(v.string(), ''),
        formToStore: v.optional(v.string(), ''),
      }),
    ),
    null,
  ),
  /** The choices in the address, with their question mark. */
  query: v.optional(v.string(), ''),
})

export type DeployDraft = v.InferOutput<typeof deployDraft>

/** Drafts by project id. */
export const deployDrafts = v.record(v.string(), deployDraft)

export type DeployDraftMessage =
  | { type: 'ui/deployDraftChanged'; projectId: string; source: string; change: Partial<DeployDraft> }
  | { type: 'ui/deployDraftDiscarded'; projectId: string }
  | { type: 'storage/deployDraftsFound'; drafts: Record<string, DeployDraft> }
