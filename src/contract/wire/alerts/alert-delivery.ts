import * as v from 'valibot'
import { exactText, filledText, instant, uuid } from '../common.ts'
import { channelId } from './alert-ids.ts'

export const deliveryId = v.pipe(uuid, v.brand('DeliveryId'))

export const channelName = filledText(60)
export const channelUrl = v.pipe(
  exactText(2000),
  v.trim(),
  v.url('Enter a URL, such as https://hooks.example.org/alerts.'),
)

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const

/** One message to one channel. */
export const delivery = v.object({
  _id: deliveryId,
  channelId,
  channelName: v.string(),
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

export type DeliveryId = v.InferOutput<typeof deliveryId>
export type Delivery = v.InferOutput<typeof delivery>
export type DeliveryAttempt = v.InferOutput<typeof deliveryAttempt>
