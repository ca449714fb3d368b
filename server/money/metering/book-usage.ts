import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { type Account, creditOf, receivableOf } from '../account.ts'
import { lockAccounts, rowIn } from '../account-rows.ts'
import type { Booking, Entry } from '../booking.ts'
import type { Lot } from '../credit/lot.ts'
import { availableLots } from '../credit/lot-rows.ts'
import { allocate } from '../credit/spending-order.ts'
import { writeBookings } from '../write-bookings.ts'
import { lineUntil, slicesOf, sumOf, type UsageLine } from './counted-usage.ts'
import { giveBack } from './give-back.ts'
import { dueIntervals, markCounted } from './interval-rows.ts'
import { usagePayments } from './usage-payments.ts'

const revenue: Account = { kind: 'revenue', part: 'compute' }

interface Charge {
  organizationId: OrganizationId
  booking: Booking
  lines: UsageLine[]
}

/**
 * Books what organisations used until a time and is not counted, in one transaction: one booking for each organisation, and one
 * more for usage that turned out not to have happened. The locks of their accounts keep others from counting at the same time.
 */
export const bookUsage = async (tx: Tx, organizationIds: readonly OrganizationId[], until: Date): Promise<void> => {
  const accounts = organizationIds.flatMap((id) => [creditOf(id), receivableOf(id)])
  const rows = await lockAccounts(tx, [...accounts, revenue], until)
  const intervals = await dueIntervals(tx, organizationIds, until)
  if (intervals.length === 0) return
  const lines = intervals.map((interval) => lineUntil(interval, until.getTime()))
  const lots = Map.groupBy(
    await availableLots(
      tx,
      organizationIds.map((id) => rowIn(rows, creditOf(id)).id),
    ),
    ({ accountId }) => accountId,
  )
  const byOrganization = Map.groupBy(lines, ({ interval }) => interval.organizationId)
  const isReduced = ({ micros }: UsageLine) => micros < 0n
  const payments = await usagePayments(
    tx,
    [...byOrganization].flatMap(([id, own]) => (own.some(isReduced) ? [id] : [])),
  )
  const charges: Charge[] = []
  for (const [organizationId, own] of byOrganization) {
    const ownLots: Lot[] = lots.get(rowIn(rows, creditOf(organizationId)).id) ?? []
    const reduced = own.filter(isReduced)
    const paid = payments.get(organizationId)
    if (paid) {
      const amount = -sumOf(reduced)
      const given = await giveBack(tx, { organizationId, amount, at: until, rows, payments: paid, lots: ownLots })
      charges.push(chargeOf(organizationId, until, reduced, given))
    }
    const used = own.filter(({ micros }) => micros > 0n)
    if (used.length > 0) charges.push(chargeOf(organizationId, until, used, paymentsFor(organizationId, used, ownLots)))
  }
  if (charges.length > 0) {
    const booked = await writeBookings(
      tx,
      charges.map(({ booking }) => booking),
      rows,
    )
    await recordCharges(tx, charges, booked, until)
  }
  await markCounted(tx, lines)
}

/** Its key is that of the first line, which is counted once: the same usage cannot be booked twice. */
const chargeOf = (organizationId: OrganizationId, at: Date, lines: UsageLine[], payments: readonly Entry[]): Charge => {
  const [first] = lines
  const micros = sumOf(lines)
  const isReduced = micros < 0n
  return {
    organizationId,
    lines,
    booking: {
      kind: isReduced ? 'usageAdjusted' : 'usageCharged',
      key: `usage/${first?.interval.id}/${isReduced ? 'end' : first?.fromMs}`,
      cause: { kind: 'usage', id: organizationId },
      at,
      entries: [...payments, { account: revenue, amount: micros }],
    },
  }
}

/** Spends the lots that were valid at the time of use, and takes what they pay from `lots`; the rest is owed. */
const paymentsFor = (organizationId: OrganizationId, lines: readonly UsageLine[], lots: readonly Lot[]): Entry[] => {
  const boundaries = lots.flatMap(({ validFrom, expiresAt }) => [validFrom, expiresAt])
  const entries: Entry[] = []
  let owed = 0n
  for (const { atMs, projectId, micros } of slicesOf(
    lines,
    boundaries.flatMap((time) => (time ? [time.getTime()] : [])),
  )) {
    const { shares, missing } = allocate(lots, micros, { at: new Date(atMs), scopes: [`project/${projectId}`] })
    for (const { lotId, amount } of shares) {
      entries.push({ account: creditOf(organizationId), lotId, amount: -amount })
      const lot = lots.find(({ id }) => id === lotId)
      if (lot) lot.available -= amount
    }
    owed += missing
  }
  if (owed > 0n) entries.push({ account: receivableOf(organizationId), amount: -owed })
  return entries
}

const recordCharges = async (
  tx: Tx,
  charges: readonly Charge[],
  booked: readonly { id: string }[],
  until: Date,
): Promise<void> => {
  const lines = charges.flatMap((charge, place) => charge.lines.map((line) => ({ line, booking: booked[place]?.id })))
  await tx.execute(sql`
    insert into usage_charge (booking_id, organization_id, until, interval_ids, amounts)
    select charge.id, charge.organization_id, ${until.toISOString()}::timestamptz,
      array_agg(line.interval_id order by line.interval_id), array_agg(line.amount order by line.interval_id)
    from unnest(${sql.param(booked.map(({ id }) => id))}::uuid[],
      ${sql.param(charges.map(({ organizationId }) => organizationId))}::uuid[]) as charge (id, organization_id)
    join unnest(${sql.param(lines.map(({ booking }) => booking))}::uuid[],
      ${sql.param(lines.map(({ line }) => line.interval.id))}::uuid[],
      ${sql.param(lines.map(({ line }) => String(line.micros)))}::bigint[]) as line (booking_id, interval_id, amount)
      on line.booking_id = charge.id
    group by charge.id, charge.organization_id`)
}
