import * as v from 'valibot'
import { organizationId } from '../common.ts'
import type { alert } from './alert.ts'
import type { alertChannel } from './alert-channel.ts'
import { alertId, channelId } from './alert-ids.ts'

/** An alert rule in events. The console's first page loads this; the whole schema comes with the calls of alerts. */
export const alertEvent = v.looseObject({
  _id: alertId,
  organizationId,
  revision: v.number(),
}) as unknown as typeof alert

/** An alert channel in events, likewise. */
export const alertChannelEvent = v.looseObject({
  _id: channelId,
  organizationId,
  revision: v.number(),
}) as unknown as typeof alertChannel
