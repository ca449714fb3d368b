import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Delivery, DeliveryId } from '../../../src/contract/wire/alerts/alert-delivery.ts'
import type { ChannelId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import { ApiError } from '../../http/api-error.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { alertChannels, alertDeliveries, alertDeliveryAttempts } from '../../store/schema.ts'
import { titleOf } from './formats/plain-text.ts'

/** Reads deliveries of a channel, newest first, with the result of the newest attempt of each. */
export async function readDeliveries(
  db: DbOrTx,
  where: SQL | undefined,
  { skip, limit }: { skip: number; limit: number },
): Promise<Delivery[]> {
  const attempts = alertDeliveryAttempts
  const newest = db
    .select({ status: attempts.status, error: attempts.error })
    .from(attempts)
    .where(eq(attempts.deliveryId, alertDeliveries.id))
    .orderBy(desc(attempts.startedAt))
    .limit(1)
    .as('newest')
  const rows = await db
    .select({
      row: alertDeliveries,
      status: newest.status,
      error: newest.error,
      isFirst: sql<boolean>`not exists (select 1 from alert_delivery earlier where earlier.channel_id = ${alertDeliveries.channelId}
        and earlier.state = 'waiting' and earlier.position < ${alertDeliveries.position})`,
      channelName: alertChannels.name,
      nextAttemptAt: alertChannels.nextAttemptAt,
      isEnabled: alertChannels.isEnabled,
    })
    .from(alertDeliveries)
    .innerJoin(alertChannels, eq(alertChannels.id, alertDeliveries.channelId))
    .leftJoinLateral(newest, sql`true`)
    .where(where)
    .orderBy(desc(alertDeliveries.createdAt), desc(alertDeliveries.id))
    .offset(skip)
    .limit(limit)
  return rows.map(({ row, status, error, channelName, isFirst, nextAttemptAt, isEnabled }) => ({
    _id: row.id,
    channelId: row.channelId,
    channelName,
    title: titleOf(row.message),
    kind: row.message.kind,
    state: row.state,
    attempts: row.attempts,
    status,
    error: error ?? '',
    nextAttemptAt:
      row.state === 'waiting' && isFirst && isEnabled && nextAttemptAt ? nextAttemptAt.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
  }))
}

/** Throws unless the delivery belongs to the channel. */
export async function readDelivery(db: DbOrTx, channelId: ChannelId, id: DeliveryId): Promise<Delivery> {
  const [delivery] = await readDeliveries(db, ofChannel(channelId, id), { skip: 0, limit: 1 })
  if (!delivery) throw new ApiError('notFound')
  return delivery
}

export const ofChannel = (channelId: ChannelId, id: DeliveryId) =>
  and(eq(alertDeliveries.channelId, channelId), eq(alertDeliveries.id, id))
