import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { ChannelId } from '../../../src/contract/wire/alerts/alert-ids.ts'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { alertChannels, alertDeliveries, organizations } from '../../store/schema.ts'
import { type ChannelRow, channelWire } from './channel-wire.ts'

/** Locks an organisation before its channels, as every transaction does, to prevent deadlocks. */
export const lockOrganizationOf = (tx: Tx, id: OrganizationId) =>
  tx.execute(sql`select 1 from ${organizations} where id = ${id} for no key update`)

/** Locks a channel after its organisation. */
export async function lockChannel(tx: Tx, id: ChannelId): Promise<ChannelRow> {
  const row = await findChannel(tx, id)
  await lockOrganizationOf(tx, row.organizationId)
  const [locked] = await tx.select().from(alertChannels).where(eq(alertChannels.id, id)).for('no key update')
  if (!locked) throw new ApiError('notFound')
  return locked
}

export async function findChannel(db: DbOrTx, id: ChannelId): Promise<ChannelRow> {
  const [row] = await db.select().from(alertChannels).where(eq(alertChannels.id, id))
  if (!row) throw new ApiError('notFound')
  return row
}

/** Changes a locked channel and publishes what changed. */
export async function changeChannel(
  tx: Tx,
  before: ChannelRow,
  set: PgUpdateSetSource<typeof alertChannels>,
): Promise<ChannelRow> {
  const [row] = await tx
    .update(alertChannels)
    .set({ ...set, revision: sql`${alertChannels.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(alertChannels.id, before.id))
    .returning()
  const { _id: id, organizationId, createdAt: _, ...changes } = channelWire(row)
  await publishOrganizationEvents(tx, organizationId, {
    kind: 'alertChannelChanged',
    id,
    revision: changes.revision,
    changes,
  })
  if (!row) throw new ApiError('notFound')
  return row
}

/** When a channel is due: at once if a message waits, else never. */
export async function dueIfWaiting(tx: Tx, id: ChannelId, at: Date): Promise<Date | null> {
  const waiting = and(eq(alertDeliveries.channelId, id), eq(alertDeliveries.state, 'waiting'))
  const [first] = await tx.select({ id: alertDeliveries.id }).from(alertDeliveries).where(waiting).limit(1)
  return first ? at : null
}
