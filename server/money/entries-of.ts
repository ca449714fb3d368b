import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../store/connection.ts'
import { type Account, accountKey } from './account.ts'
import type { BookingKind, Cause } from './booking.ts'

/** An entry with the booking that it is of. */
export interface BookedEntry {
  number: number
  bookingId: string
  kind: BookingKind
  key: string
  cause: Cause
  at: Date
  /** See `accountKey`. */
  account: string
  lotId: string | null
  holdId: string | null
  currency: string
  amount: bigint
}

export interface EntryFilter {
  account?: Account
  lotId?: string
  holdId?: string
  cause?: Cause
  /** Of bookings at this time or later. */
  from?: Date
  /** Of bookings before this time. */
  before?: Date
}

type StoredEntry = Record<
  'number' | 'booking' | 'kind' | 'key' | 'cause_kind' | 'cause_id' | 'account' | 'currency' | 'amount',
  string
> & { at: string; lot_id: string | null; hold_id: string | null }

/** Returns the entries that an amount is the sum of, in the order in which they were booked. */
export const entriesOf = async (
  db: DbOrTx,
  filter: EntryFilter,
  { after = 0, limit = 1000 }: { after?: number; limit?: number } = {},
): Promise<BookedEntry[]> => {
  const { rows } = await db.execute<StoredEntry>(sql`
    select e.number, t.id as booking, t.kind, t.key, t.cause_kind, t.cause_id,
      to_char(t.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      a.key as account, e.lot_id, e.hold_id, e.currency, e.amount::text as amount
    from ledger_entry e
    join ledger_transaction t on t.id = e.transaction_id
    join ledger_account a on a.id = e.account_id
    where e.number > ${after} and ${sql.join(conditionsOf(filter), sql` and `)}
    order by e.number limit ${limit}`)
  return rows.map((row) => ({
    number: Number(row.number),
    bookingId: row.booking,
    kind: row.kind as BookingKind,
    key: row.key,
    cause: { kind: row.cause_kind, id: row.cause_id },
    at: new Date(row.at),
    account: row.account,
    lotId: row.lot_id,
    holdId: row.hold_id,
    currency: row.currency,
    amount: BigInt(row.amount),
  }))
}

const conditionsOf = ({ account, lotId, holdId, cause, from, before }: EntryFilter): SQL[] => {
  const conditions = [
    account && sql`a.key = ${accountKey(account)}`,
    lotId !== undefined && sql`e.lot_id = ${lotId}`,
    holdId !== undefined && sql`e.hold_id = ${holdId}`,
    cause && sql`t.cause_kind = ${cause.kind} and t.cause_id = ${cause.id}`,
    from && sql`t.at >= ${from.toISOString()}`,
    before && sql`t.at < ${before.toISOString()}`,
  ].filter((condition) => condition !== undefined && condition !== false)
  return conditions.length === 0 ? [sql`true`] : conditions
}
