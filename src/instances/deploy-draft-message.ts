import * as v from 'valibot'

const variable = v.object({
  name: v.string(),
  value: v.string(),
  /** Its value was typed before the page was loaded again, and has to be typed again. */
  dropped: v.optional(v.boolean()),
})

/** What a person has typed into the wizard and the address does not hold; nulls are what the template or image suggests. */
export const deployDraft = v.object({
  /** The template or image that it was typed for. */
  source: v.string(),
  name: v.nullable(v.string()),
  /** Values of the template's own variables, where they differ from its defaults. */
  values: v.record(v.string(), v.string()),
  /** The same of variables that the template says are secret. */
  secretValues: v.optional(v.record(v.string(), v.string()), {}),
  extra: v.array(variable),
  ports: v.nullable(v.array(v.string())),
  registry: v.nullable(v.object({ registry: v.string(), username: v.string(), password: v.string() })),
})

export type DeployDraft = v.InferOutput<typeof deployDraft>

/** By project. */
export const deployDrafts = v.record(v.string(), deployDraft)

export type DeployDraftMessage =
  | { type: 'ui/deployDraftChanged'; projectId: string; source: string; change: Partial<DeployDraft> }
  | { type: 'storage/deployDraftsFound'; drafts: Record<string, DeployDraft> }
