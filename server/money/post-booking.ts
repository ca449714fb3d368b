import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'
import { ledgerAccounts, ledgerEntries, ledgerTransactions } from '../store/schema.ts'
import { mayBeNegative } from './account.ts'
import { idsOf } from './account-ids.ts'
import { type Booking, type Entry, Overdrawn, sumsOf } from './booking.ts'
import { sumOfEntries } from './ledger.ts'

type Line = Entry & { accountId: string }

/**
 * Writes a booking and returns true; returns false if its reference is booked already, also by a concurrent
 * transaction. Throws `Overdrawn` if an account that may not go below zero would. Requires the default isolation level,
 * in which each statement sees what others have committed meanwhile.
 */
export const postBooking = async (tx: Tx, booking: Booking): Promise<boolean> => {
  const sums = sumsOf(booking)
  const { kind, reference } = booking
  const [made] = await tx
    .insert(ledgerTransactions)
    .values({ kind, reference })
    .onConflictDoNothing({ target: ledgerTransactions.reference })
    .returning({ id: ledgerTransactions.id })
  const ids = await idsOf(
    tx,
    sums.map(({ account }) => account),
  )
  const lines = sums
    .map((sum, place) => ({ ...sum, accountId: ids[place] ?? '' }))
    .filter((line) => line.amountMicros !== 0)
  if (!made) {
    await assertSameBooking(tx, booking, lines)
    return false
  }
  if (lines.length === 0) throw new RangeError(`The entries of ${reference} move nothing.`)
  await assertNoOverdraft(tx, lines)
  await tx
    .insert(ledgerEntries)
    .values(lines.map(({ accountId, amountMicros }) => ({ transactionId: made.id, accountId, amountMicros })))
  return true
}

/**
 * Locks the debited accounts, so that concurrent debits of one account run one after the other. Credits do not wait.
 */
const assertNoOverdraft = async (tx: Tx, lines: Line[]): Promise<void> => {
  const taken = lines.filter(({ account, amountMicros }) => amountMicros < 0 && !mayBeNegative(account))
  if (taken.length === 0) return
  await tx
    .select({ id: ledgerAccounts.id })
    .from(ledgerAccounts)
    .where(
      inArray(
        ledgerAccounts.id,
        taken.map(({ accountId }) => accountId),
      ),
    )
    .orderBy(ledgerAccounts.id)
    // Not 'update': every new entry of the account references its row.
    .for('no key update')
  for (const { account, accountId, amountMicros } of taken)
    if ((await sumOfEntries(tx, eq(ledgerEntries.accountId, accountId))) + amountMicros < 0)
      throw new Overdrawn(account)
}

/** One reference for two different bookings is a bug that would lose money. */
const assertSameBooking = async (tx: Tx, { kind, reference }: Booking, lines: Line[]): Promise<void> => {
  const before = await tx
    .select({ accountId: ledgerEntries.accountId, amountMicros: ledgerEntries.amountMicros })
    .from(ledgerEntries)
    .innerJoin(
      ledgerTransactions,
      and(
        eq(ledgerTransactions.id, ledgerEntries.transactionId),
        eq(ledgerTransactions.reference, reference),
        eq(ledgerTransactions.kind, kind),
      ),
    )
  const same = ({ accountId, amountMicros }: Pick<Line, 'accountId' | 'amountMicros'>) => `${accountId} ${amountMicros}`
  const known = new Set(before.map(same))
  if (before.length !== lines.length || !lines.every((line) => known.has(same(line))))
    throw new Error(`Something else was booked as ${reference}.`)
}
