import { and, asc, eq, gt, isNotNull, isNull, lte, notInArray, or, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { Db } from '../../../store/connection.ts'
import { alertChannels, alertDeliveries } from '../../../store/schema.ts'
import type { ChannelRow } from '../channel-wire.ts'
import type { DeliveryRow } from './attempt.ts'
import { MAX_RETRY_AFTER_MS } from './next-attempt.ts'

/** Longer than an attempt can take. */
const LEASE_MS = 60_000

/** Leases the channel that has been due the longest, and returns it with its first waiting message. */
export async function leaseDueChannel(
  db: Db,
  { node, now, except }: { node: string; now: Date; except: readonly OrganizationId[] },
): Promise<ChannelRow | undefined> {
  const later = (ms: number) => new Date(now.getTime() + ms)
  const due = db
    .select({ id: alertChannels.id })
    .from(alertChannels)
    .where(
      and(
        eq(alertChannels.isEnabled, true),
        // Times that are further away than any that is ever stored are those of a clock that has been set back.
        or(lte(alertChannels.nextAttemptAt, now), gt(alertChannels.nextAttemptAt, later(MAX_RETRY_AFTER_MS))),
        or(
          isNull(alertChannels.leaseUntil),
          lte(alertChannels.leaseUntil, now),
          gt(alertChannels.leaseUntil, later(LEASE_MS)),
        ),
        except.length > 0 ? notInArray(alertChannels.organizationId, [...except]) : undefined,
      ),
    )
    .orderBy(asc(alertChannels.nextAttemptAt))
    .limit(1)
    .for('no key update', { skipLocked: true })
  const [channel] = await db
    .update(alertChannels)
    .set({ leaseOwner: node, leaseUntil: later(LEASE_MS) })
    .where(sql`${alertChannels.id} = (${due})`)
    .returning()
  return channel
}

export async function firstWaiting(db: Db, { id }: ChannelRow): Promise<DeliveryRow | undefined> {
  const [delivery] = await db
    .select()
    .from(alertDeliveries)
    .where(and(eq(alertDeliveries.channelId, id), eq(alertDeliveries.state, 'waiting')))
    .orderBy(asc(alertDeliveries.position))
    .limit(1)
  return delivery
}

/** Ends a lease without a result; the channel is due at `nextAttemptAt`. */
export const releaseChannel = (db: Db, { id }: ChannelRow, node: string, nextAttemptAt: Date | null) =>
  db
    .update(alertChannels)
    .set({ leaseOwner: null, leaseUntil: null, nextAttemptAt })
    .where(and(eq(alertChannels.id, id), eq(alertChannels.leaseOwner, node)))

/** Ends the leases of dead processes. Only for a process that has the database to itself. */
export const releaseAllChannels = (db: Db) =>
  db.update(alertChannels).set({ leaseOwner: null, leaseUntil: null }).where(isNotNull(alertChannels.leaseOwner))
