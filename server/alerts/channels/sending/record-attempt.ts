import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DeliveryId } from '../../../../src/contract/wire/alerts/alert-delivery.ts'
import { notifyUser } from '../../../live/outbox.ts'
import type { Db, Tx } from '../../../store/connection.ts'
import { alertChannels, alertDeliveries, alertDeliveryAttempts, members } from '../../../store/schema.ts'
import { changeChannel, dueIfWaiting, lockOrganizationOf } from '../channel-rows.ts'
import type { ChannelRow } from '../channel-wire.ts'
import type { Attempted, DeliveryRow } from './attempt.ts'
import { outcomeOf } from './next-attempt.ts'

/** A channel that fails for this long is disabled. */
export const DISABLE_AFTER_MS = 3 * 24 * 3_600_000
const GONE = 410

interface Recorded {
  channel: ChannelRow
  delivery: DeliveryRow
  result: Attempted
  node: string
  now: Date
  random: number
}

/**
 * Stores the result of an attempt, what follows it, and the end of the lease in one transaction. Returns false if
 * another process took over the lease, or the channel was deleted.
 */
export const recordAttempt = (
  db: Db,
  { channel: { id, organizationId }, delivery, result, node, now, random }: Recorded,
) =>
  db.transaction(async (tx) => {
    await lockOrganizationOf(tx, organizationId)
    const [channel] = await tx
      .select()
      .from(alertChannels)
      .where(and(eq(alertChannels.id, id), eq(alertChannels.leaseOwner, node)))
      .for('no key update')
    if (!channel) return false
    const attempts = delivery.attempts + 1
    const outcome = outcomeOf(result, { attempts, waitingSince: delivery.waitingSince }, now, random)
    const isSettled = outcome.kind !== 'retry'
    await insertAttempt(tx, delivery.id, result)
    await tx
      .update(alertDeliveries)
      .set({ attempts, ...(outcome.kind !== 'retry' && { state: outcome.kind, settledAt: now }) })
      .where(eq(alertDeliveries.id, delivery.id))
    const isDelivered = outcome.kind === 'delivered'
    const failingSince = isDelivered ? null : (channel.failingSince ?? now)
    const problem = isDelivered || !channel.isEnabled ? '' : problemOf(result, failingSince, now)
    await changeChannel(tx, channel, {
      leaseOwner: null,
      leaseUntil: null,
      failingSince,
      nextAttemptAt: isSettled ? await dueIfWaiting(tx, id, now) : outcome.at,
      ...(isDelivered && { lastDeliveredAt: now }),
      ...(problem !== '' && { isEnabled: false, problem }),
    })
    if (problem !== '') await notifyOwners(tx, channel, problem)
    return true
  })

export const insertAttempt = (tx: Tx, deliveryId: DeliveryId, result: Attempted) => {
  const { startedAt, durationMs, status, error, response } = result
  return tx.insert(alertDeliveryAttempts).values({ deliveryId, startedAt, durationMs, status, error, response })
}

function problemOf({ status }: Attempted, failingSince: Date | null, now: Date): string {
  if (status === GONE) return 'The receiver says that this address is gone (status 410).'
  const failedMs = failingSince ? now.getTime() - failingSince.getTime() : 0
  return failedMs >= DISABLE_AFTER_MS ? 'Every message failed for three days.' : ''
}

async function notifyOwners(
  tx: Tx,
  { id: alertChannel, organizationId, name }: ChannelRow,
  problem: string,
): Promise<void> {
  const owners = await tx
    .select({ id: members.userId })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), inArray(members.role, ['owner', 'admin'])))
    // Locks users in the order of their ids to prevent deadlocks.
    .orderBy(sql`${members.userId}`)
  for (const { id } of owners)
    await notifyUser(tx, id, {
      type: 'error',
      title: `The alert channel ${name} was disabled`,
      message: `${problem} Alerts no longer reach it. Correct its address and enable it again in the settings of the organisation.`,
      additionalData: { organizationId, alertChannel },
    })
}
