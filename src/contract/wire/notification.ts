import * as v from 'valibot'
import { instant } from './common.ts'

export const notification = v.object({
  _id: v.string(),
  /** Grows by one for each notification of a person; the stream's event id. */
  sequence: v.number(),
  read: v.boolean(),
  title: v.string(),
  message: v.string(),
  description: v.string(),
  type: v.picklist(['error', 'warning', 'success', 'info']),
  timestamp: v.number(),
  createdAt: instant,
  session: v.nullable(v.string()),
  additionalData: v.record(v.string(), v.unknown()),
})

export type Notification = v.InferOutput<typeof notification>
