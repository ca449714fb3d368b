import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ChannelId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import type { AlertMessage } from '../../../src/contract/wire/alerts/alert-message.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Tx } from '../../store/connection.ts'
import { alertChannels, alertDeliveries } from '../../store/schema.ts'
import { lockOrganizationOf } from './channel-rows.ts'

export interface NewDelivery {
  organizationId: OrganizationId
  channelIds: readonly string[]
  message: AlertMessage
}

/** Rejects channels that do not exist in an organisation, as an error of the field `channelIds`. */
export async function checkChannels(
  tx: Tx,
  organizationId: OrganizationId,
  channelIds: readonly string[],
): Promise<void> {
  const given = [...new Set(channelIds)]
  if (given.length > 0 && (await tx.$count(alertChannels, ofChannels(organizationId, given))) < given.length)
    throw fieldError('channelIds', 'This organisation has no such channel.')
}

/** Stores a delivery for each enabled channel; it is sent once the transaction has committed. */
export async function enqueue(tx: Tx, { organizationId, channelIds, message }: NewDelivery, at: Date): Promise<void> {
  if (channelIds.length === 0) return
  await lockOrganizationOf(tx, organizationId)
  const channels = await tx
    .update(alertChannels)
    .set({ nextAttemptAt: sql`coalesce(${alertChannels.nextAttemptAt}, ${at.toISOString()}::timestamptz)` })
    .where(and(ofChannels(organizationId, channelIds), eq(alertChannels.isEnabled, true)))
    .returning({ id: alertChannels.id })
  if (channels.length === 0) return
  await tx
    .insert(alertDeliveries)
    .values(channels.map(({ id }) => ({ channelId: id, message, waitingSince: at, createdAt: at })))
}

const ofChannels = (organizationId: OrganizationId, ids: readonly string[]) =>
  // Ids of other organisations match nothing.
  and(eq(alertChannels.organizationId, organizationId), inArray(alertChannels.id, ids as readonly ChannelId[]))
