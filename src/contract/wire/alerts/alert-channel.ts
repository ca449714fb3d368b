import * as v from 'valibot'
import { instant, organizationId } from '../common.ts'
import { channelId } from './alert-ids.ts'

export const channelTypes = ['webhook', 'slack', 'discord', 'teams'] as const
export type ChannelType = (typeof channelTypes)[number]

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

export type AlertChannel = v.InferOutput<typeof alertChannel>
