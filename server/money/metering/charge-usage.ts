import { sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { type Account, creditOf, receivableOf } from '../account.ts'
import type { AccountRow } from '../account-rows.ts'
import type { Booking, Entry } from '../booking.ts'
import type { Lot } from '../credit/lot.ts'
import { allocate } from '../credit/spending-order.ts'
import { type CreditById, type OrganizationCredit, scopesOf, subtractShares } from '../holds/project-holds.ts'
import { writeBookings } from '../write-bookings.ts'
import { lineUntil, slicesOf, sumOf, type UsageLine, type UsageSlice } from './counted-usage.ts'
import { giveBack } from './give-back.ts'
import { dueIntervals, markCounted } from './interval-rows.ts'
import { usagePayments } from './usage-payments.ts'

/** What usage earns. */
export const usageRevenue: Account = { kind: 'revenue', part: 'compute' }

interface Charge {
  organizationId: OrganizationId
  booking: Booking
  lines: UsageLine[]
}

export interface UsageToCharge {
  until: Date
  /** Of the organisations, whose accounts are locked; what is charged is subtracted. */
  credit: CreditById
  rows: ReadonlyMap<string, AccountRow>
}

/**
 * Books what organisations used until a time and is not counted: one booking for each organisation, and one more for usage that
 * turned out not to have happened. Returns the bookings.
 */
export const chargeUsage = async (tx: Tx, { until, credit, rows }: UsageToCharge): Promise<Booking[]> => {
  const organizationIds = [...credit.keys()]
  const intervals = await dueIntervals(tx, organizationIds, until)
  if (intervals.length === 0) return []
  const lines = intervals.map((interval) => lineUntil(interval, until.getTime()))
  const byOrganization = Map.groupBy(lines, ({ interval }) => interval.organizationId)
  const isReduced = ({ micros }: UsageLine) => micros < 0n
  const payments = await usagePayments(
    tx,
    [...byOrganization].flatMap(([id, own]) => (own.some(isReduced) ? [id] : [])),
  )
  const charges: Charge[] = []
  for (const [organizationId, own] of byOrganization) {
    const ownCredit = credit.get(organizationId)
    if (!ownCredit) continue
    const reduced = own.filter(isReduced)
    const paid = payments.get(organizationId)
    if (paid) {
      const amount = -sumOf(reduced)
      const given = await giveBack(tx, {
        organizationId,
        amount,
        at: until,
        rows,
        payments: paid,
        lots: ownCredit.lots,
      })
      charges.push(chargeOf(organizationId, until, reduced, given))
    }
    const used = own.filter(({ micros }) => micros > 0n)
    if (used.length > 0)
      charges.push(chargeOf(organizationId, until, used, paymentsFor(organizationId, used, ownCredit)))
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
  return charges.map(({ booking }) => booking)
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
      entries: [...payments, { account: usageRevenue, amount: micros }],
    },
  }
}

/**
 * Spends the lots that were valid at the time of use: first what the hold of the project reserves of them, then what is
 * available. The rest is owed.
 */
const paymentsFor = (
  organizationId: OrganizationId,
  lines: readonly UsageLine[],
  { lots, holds }: OrganizationCredit,
): Entry[] => {
  const account = creditOf(organizationId)
  const entries: Entry[] = []
  /** Returns what the lots do not cover. */
  const pay = (from: readonly Lot[], { atMs, projectId, micros }: UsageSlice, holdId?: string): bigint => {
    const { shares, missing } = allocate(from, micros, { at: new Date(atMs), scopes: scopesOf(projectId) })
    subtractShares(from, shares)
    for (const { lotId, amount } of shares)
      entries.push({ account, lotId, ...(holdId !== undefined && { holdId }), amount: -amount })
    return missing
  }
  let owed = 0n
  for (const slice of slicesOf(lines, boundariesOf(lots, ...[...holds.values()].map((hold) => hold.lots)))) {
    const hold = holds.get(slice.projectId)
    const unpaid = hold ? pay(hold.lots, slice, hold.id) : slice.micros
    if (unpaid > 0n) owed += pay(lots, { ...slice, micros: unpaid })
  }
  if (owed > 0n) entries.push({ account: receivableOf(organizationId), amount: -owed })
  return entries
}

const boundariesOf = (...lists: readonly Lot[][]): number[] =>
  lists.flat().flatMap(({ validFrom, expiresAt }) => [validFrom.getTime(), ...(expiresAt ? [expiresAt.getTime()] : [])])

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
