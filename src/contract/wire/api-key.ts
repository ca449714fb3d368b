import * as v from 'valibot'
import { appTypes } from './account.ts'
import { instant, organizationId } from './common.ts'

export const apiKey = v.object({
  id: v.string(),
  name: v.string(),
  /** The sub-organisation that it is for. */
  organizationId,
  scope: v.object({ appType: v.picklist(appTypes), profile: v.object({ name: v.string(), username: v.string() }) }),
  /** The first characters of its value. */
  start: v.string(),
  /** Null: never. */
  expiresAt: v.nullable(instant),
  lastUsedAt: v.nullable(instant),
  createdAt: instant,
})

export type ApiKey = v.InferOutput<typeof apiKey>
