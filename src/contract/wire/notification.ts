import * as v from 'valibot'
import { instant } from './common.ts'

export const notificationTypes = ['error', 'warning', 'success', 'info'] as const

/** How a payment ended that its processor told of. */
const payment = v.object({ processor: v.string(), status: v.picklist(['completed', 'failed']) })

export const notification = v.object({
  _id: v.string(),
  /** Grows by one for each notification of a person; the stream's event id. */
  sequence: v.number(),
  read: v.boolean(),
  title: v.string(),
  message: v.string(),
  description: v.string(),
  type: v.picklist(notificationTypes),
  timestamp: v.number(),
  createdAt: instant,
  session: v.nullable(v.string()),
  /** `subject` says which area of the console it makes old. */
  additionalData: v.looseObject({ subject: v.exactOptional(v.string()), payment: v.exactOptional(payment) }),
})

export const unreadNotifications = v.object({
  unreadCount: v.number(),
  /** The newest notification that was counted. */
  sequence: v.number(),
})

export type Notification = v.InferOutput<typeof notification>
