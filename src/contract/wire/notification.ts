import * as v from 'valibot'
import { instant } from './common.ts'

export const notificationTypes = ['error', 'warning', 'success', 'info'] as const

/** The outcome of a payment, as its processor reported it. */
const payment = v.object({
  processor: v.string(),
  status: v.picklist(['completed', 'failed']),
  /** A purchase of credit. */
  id: v.exactOptional(v.string()),
})

export const notification = v.object({
  _id: v.string(),
  /** Counts the notifications of a user; the stream's event id. */
  sequence: v.number(),
  read: v.boolean(),
  title: v.string(),
  message: v.string(),
  description: v.string(),
  type: v.picklist(notificationTypes),
  timestamp: v.number(),
  createdAt: instant,
  /** The session that it is addressed to; null for all sessions of the user. */
  session: v.nullable(v.string()),
  /** What it is about. `subject` names an area of the console. */
  additionalData: v.looseObject({
    subject: v.exactOptional(v.string()),
    organizationId: v.exactOptional(v.string()),
    projectId: v.exactOptional(v.string()),
    instance: v.exactOptional(v.string()),
    /** A scheduled job of the instance. */
    job: v.exactOptional(v.string()),
    /** An alert rule of the organisation. */
    alert: v.exactOptional(v.string()),
    /** Of that rule, the one incident that it is about. */
    incident: v.exactOptional(v.string()),
    /** An alert channel of the organisation. */
    alertChannel: v.exactOptional(v.string()),
    inviteId: v.exactOptional(v.string()),
    payment: v.exactOptional(payment),
  }),
})

export const unreadNotifications = v.object({
  unreadCount: v.number(),
  /** The sequence number of the newest notification that was counted. */
  sequence: v.number(),
})

export type Notification = v.InferOutput<typeof notification>
