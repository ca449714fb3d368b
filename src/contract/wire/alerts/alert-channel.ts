import * as v from 'valibot'
import { exactText, filledText, instant, organizationId, uuid } from '../common.ts'

export const channelId = v.pipe(uuid, v.brand('ChannelId'))
export const deliveryId = v.pipe(uuid, v.brand('DeliveryId'))

export const channelTypes = ['webhook', 'slack', 'discord', 'teams'] as const
export type ChannelType = (typeof channelTypes)[number]

export const channelName = filledText(60)
export const channelUrl = v.pipe(
  exactText(2000),
  v.trim(),
  v.url('Enter a URL, such as https://hooks.example.org/alerts.'),
)

/** Where an organisation’s alerts are sent. */
export const alertChannel = v.object({
  _id: channelId,
  organizationId,
  name: v.string(),
  type: v.picklist(channelTypes),
  /** Its origin, and the path of a webhook. The rest is a secret. */
  shownUrl: v.string(),
  isEnabled: v.boolean(),
  /** Why it was disabled, unless a user did; empty otherwise. */
  problem: v.string(),
  /** When deliveries began to fail; null after a success. */
  failingSince: v.nullable(instant),
  lastDeliveredAt: v.nullable(instant),
  /** Until when messages carry a signature of the previous secret as well. */
  previousSecretUntil: v.nullable(instant),
  /** Grows with each change. */
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** One message to one channel. */
export const delivery = v.object({
  _id: deliveryId,
  channelId,
  title: v.string(),
  kind: v.string(),
  state: v.picklist(deliveryStates),
  attempts: v.number(),
  /** Of the newest attempt; null before the first and without a response. */
  status: v.nullable(v.number()),
  error: v.string(),
  /** Of the next attempt; null once it is settled, and while an earlier message waits. */
  nextAttemptAt: v.nullable(instant),
  createdAt: instant,
  settledAt: v.nullable(instant),
})

export const deliveryAttempt = v.object({
  startedAt: instant,
  durationMs: v.number(),
  status: v.nullable(v.number()),
  /** Why it failed; empty for a success. */
  error: v.string(),
  /** The beginning of the response's body. */
  response: v.string(),
})

export type ChannelId = v.InferOutput<typeof channelId>
export type DeliveryId = v.InferOutput<typeof deliveryId>
export type AlertChannel = v.InferOutput<typeof alertChannel>
export type Delivery = v.InferOutput<typeof delivery>
export type DeliveryAttempt = v.InferOutput<typeof deliveryAttempt>
