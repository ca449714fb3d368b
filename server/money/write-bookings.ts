import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'
import { prepareStatement } from '../store/prepare-statement.ts'
import { accountKey, mayBeNegative } from './account.ts'
import { type AccountRow, rowIn } from './account-rows.ts'
import { type Booking, type Entry, type Line, Overdrawn, sumsOf } from './booking.ts'
import { assertSameBookings } from './same-bookings.ts'

export interface Booked {
  id: string
  key: string
  /** False if it was booked before. */
  isNew: boolean
}

type Column =
  | 'ids'
  | 'kinds'
  | 'keys'
  | 'causeKinds'
  | 'causeIds'
  | 'times'
  | 'bookingIds'
  | 'accountIds'
  | 'lotIds'
  | 'holdIds'
  | 'currencies'
  | 'amounts'

const column = (name: Column, type: 'uuid' | 'text' | 'timestamptz' | 'numeric') =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}[]`

const insertBookings = prepareStatement<{ id: string; key: string }, Column>(
  'insert_bookings',
  sql`
    with made as (
      insert into ledger_transaction (id, kind, key, cause_kind, cause_id, at)
      select * from unnest(${column('ids', 'uuid')}, ${column('kinds', 'text')}, ${column('keys', 'text')},
        ${column('causeKinds', 'text')}, ${column('causeIds', 'text')}, ${column('times', 'timestamptz')})
      order by 3
      on conflict (key) do nothing returning id, key
    ), entries as (
      insert into ledger_entry (transaction_id, account_id, lot_id, hold_id, currency, amount)
      select made.id, account_id, lot_id, hold_id, currency, amount
      from unnest(${column('bookingIds', 'uuid')}, ${column('accountIds', 'uuid')}, ${column('lotIds', 'uuid')},
        ${column('holdIds', 'uuid')}, ${column('currencies', 'text')}, ${column('amounts', 'numeric')})
        as line (booking_id, account_id, lot_id, hold_id, currency, amount)
      join made on made.id = line.booking_id
    )
    select id, key from made`,
)

/**
 * Writes bookings whose accounts are locked, in one round trip with one statement for each table. Returns them in the order of
 * `bookings`.
 */
export const writeBookings = async (
  tx: Tx,
  bookings: readonly Booking[],
  rows: ReadonlyMap<string, AccountRow>,
): Promise<Booked[]> => {
  const named = bookings.map((booking) => ({ id: randomUUID(), booking }))
  const lines = named.flatMap(({ id, booking }) =>
    sumsOf(booking)
      .map((entry) => lineOf(id, booking.key, entry, rowIn(rows, entry.account)))
      .sort((one, other) => (one.accountId < other.accountId ? -1 : 1)),
  )
  const own = (pick: (booking: Booking) => string) => bookings.map(pick)
  const each = (pick: (line: Line) => string | bigint | null) => arrayLiteral(lines.map(pick))
  const made = await insertBookings(tx, {
    ids: arrayLiteral(named.map(({ id }) => id)),
    kinds: own(({ kind }) => kind),
    keys: own(({ key }) => key),
    causeKinds: own(({ cause }) => cause.kind),
    causeIds: own(({ cause }) => cause.id),
    times: own(({ at }) => at.toISOString()),
    bookingIds: each(({ bookingId }) => bookingId),
    accountIds: each(({ accountId }) => accountId),
    lotIds: each(({ lotId }) => lotId),
    holdIds: each(({ holdId }) => holdId),
    currencies: lines.map(({ currency }) => currency),
    amounts: each(({ amount }) => amount),
  }).catch((error: unknown) => {
    throw isOverdraft(error) ? new Overdrawn(overdrawnOf(bookings, rows)) : error
  })
  const ids = new Map(made.map(({ id, key }) => [key, id]))
  const repeated = bookings.filter(({ key }) => !ids.has(key))
  const before = repeated.length === 0 ? new Map<string, string>() : await assertSameBookings(tx, repeated, lines)
  return bookings.map(({ key }) => ({ id: ids.get(key) ?? before.get(key) ?? '', key, isNew: ids.has(key) }))
}

/** Of ids and numbers, which need no quotes: the driver would look for them in each value. */
const arrayLiteral = (values: readonly (string | bigint | null)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

const lineOf = (
  bookingId: string,
  key: string,
  { account, amount, lotId, holdId }: Entry,
  { id }: AccountRow,
): Line => ({
  bookingId,
  key,
  accountId: id,
  lotId: lotId ?? null,
  holdId: holdId ?? null,
  currency: account.currency ?? 'USD',
  amount,
})

const COVERED = new Set([
  'ledger_account_covered',
  'ledger_lot_covered',
  'ledger_hold_covered',
  'ledger_hold_lot_covered',
])

const isOverdraft = (error: unknown): boolean => {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth += 1)
    if ('constraint' in at && typeof at.constraint === 'string' && COVERED.has(at.constraint)) return true
  return false
}

/** Returns the account that the bookings overdraw; that of the first amount taken if a lot or a hold lacks it. */
const overdrawnOf = (bookings: readonly Booking[], rows: ReadonlyMap<string, AccountRow>) => {
  const taken = bookings.flatMap(sumsOf).filter(({ account, amount }) => amount < 0n && !mayBeNegative(account))
  const lacking = taken.find(({ account }) => {
    const { posted, held } = rowIn(rows, account)
    const sum = taken
      .filter((entry) => accountKey(entry.account) === accountKey(account))
      .reduce((total, { amount }) => total + amount, 0n)
    return (posted ?? 0n) + sum < (held ?? 0n)
  })
  const account = (lacking ?? taken[0] ?? bookings[0]?.entries[0])?.account
  if (!account) throw new Error('A booking without entries was overdrawn.')
  return account
}
