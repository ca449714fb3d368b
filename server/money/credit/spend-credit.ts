import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { type Account, type Currency, creditOf, receivableOf } from '../account.ts'
import { type AccountRow, lockAccounts, rowIn } from '../account-rows.ts'
import { assertPositive, type Booking, type Entry, Overdrawn } from '../booking.ts'
import { differentBooking, isSameCause, storedBookings } from '../same-bookings.ts'
import { type Booked, writeBookings } from '../write-bookings.ts'
import type { Lot } from './lot.ts'
import { availableLots } from './lot-rows.ts'
import { allocate } from './spending-order.ts'

export interface Spending extends Omit<Booking, 'entries' | 'kind'> {
  organizationId: OrganizationId
  amount: bigint
  currency?: Currency
  /** The lots that were valid then are spent; `at` is when it is booked. */
  usedAt: Date
  /** All scopes that the use is within. */
  scopes: readonly string[]
  /** What the amount is paid for. */
  to: Account
  /** Whether the organisation owes what its credit does not cover, or the spending is rejected. */
  onShortfall: 'owe' | 'reject'
}

/**
 * Spends credit of organisations, in the order given, with as many round trips as for one. Spending that is booked already is
 * returned as it is. Throws `Overdrawn` if credit is missing that may not be owed.
 */
export const spendCredit = async (tx: Tx, spendings: readonly Spending[]): Promise<Booked[]> => {
  const [first] = spendings
  if (!first) return []
  const keys = spendings.map(({ key }) => key)
  if (new Set(keys).size < keys.length) throw new RangeError('Two of the spendings have the same key.')
  for (const { amount, key } of spendings) assertPositive(amount, key)
  const accounts = spendings.flatMap((spending) => [paidFrom(spending), owedBy(spending), spending.to])
  const rows = await lockAccounts(tx, accounts, first.at)
  const before = await storedBookings(tx, keys)
  const lots = lotsByAccount(
    await availableLots(tx, [...new Set(spendings.map((spending) => rowIn(rows, paidFrom(spending)).id))]),
  )
  const bookings: Booking[] = []
  for (const spending of spendings) {
    const stored = before.get(spending.key)
    if (!stored) bookings.push(bookingOf(spending, lots.get(rowIn(rows, paidFrom(spending)).id) ?? []))
    else if (!isSameCause(stored, { ...spending, kind: 'creditSpent' }) || !isPaidTo(stored.lines, spending, rows))
      throw differentBooking(spending.key)
  }
  const made = bookings.length === 0 ? [] : await writeBookings(tx, bookings, rows)
  const byKey = new Map(made.map((booked) => [booked.key, booked]))
  return keys.map((key) => byKey.get(key) ?? { id: before.get(key)?.id ?? '', key, isNew: false })
}

const paidFrom = ({ organizationId, currency }: Spending): Account => creditOf(organizationId, currency)

const owedBy = ({ organizationId, currency }: Spending): Account => receivableOf(organizationId, currency)

const lotsByAccount = (lots: Awaited<ReturnType<typeof availableLots>>): Map<string, Lot[]> =>
  Map.groupBy(lots, ({ accountId }) => accountId)

/** Takes the amount from `lots`, so that what follows finds less. */
const bookingOf = (spending: Spending, lots: Lot[]): Booking => {
  const { amount, usedAt, scopes, to, onShortfall, key, cause, at } = spending
  const credit = paidFrom(spending)
  const { shares, missing } = allocate(lots, amount, { at: usedAt, scopes })
  if (missing > 0n && onShortfall === 'reject') throw new Overdrawn(credit)
  const entries: Entry[] = shares.map(({ lotId, amount: share }) => ({ account: credit, lotId, amount: -share }))
  for (const { lotId, amount: share } of shares) {
    const lot = lots.find(({ id }) => id === lotId)
    if (lot) lot.available -= share
  }
  if (missing > 0n) entries.push({ account: owedBy(spending), amount: -missing })
  return { kind: 'creditSpent', key, cause, at, entries: [...entries, { account: to, amount }] }
}

/** Which lots paid depends on the time of the first booking; what was paid, and by whom, does not. */
const isPaidTo = (lines: readonly string[], spending: Spending, rows: ReadonlyMap<string, AccountRow>): boolean => {
  const payers = [paidFrom(spending), owedBy(spending)].map((account) => rowIn(rows, account).id)
  const others = lines.filter((line) => !payers.some((id) => line.startsWith(`${id} `)))
  return others.join() === `${rowIn(rows, spending.to).id}   ${spending.amount}`
}
