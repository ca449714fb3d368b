import { sql } from 'drizzle-orm'
import type { Tx } from '../store/connection.ts'
import type { Booking, Line } from './booking.ts'

type StoredBooking = { id: string; key: string; kind: string; cause: string; lines: string[] }

const shown = ({ accountId, lotId, holdId, amount }: Line): string =>
  `${accountId} ${lotId ?? ''} ${holdId ?? ''} ${amount}`

/** Returns the ids of bookings that were made before. One key for two different bookings is a bug that would lose money. */
export const assertSameBookings = async (
  tx: Tx,
  bookings: readonly Booking[],
  lines: readonly Line[],
): Promise<Map<string, string>> => {
  const stored = await storedBookings(
    tx,
    bookings.map(({ key }) => key),
  )
  for (const booking of bookings) {
    const before = stored.get(booking.key)
    const own = lines.filter(({ key }) => key === booking.key).map(shown)
    if (!before || !isSameCause(before, booking) || own.sort().join() !== before.lines.sort().join())
      throw differentBooking(booking.key)
  }
  return new Map([...stored].map(([key, { id }]) => [key, id]))
}

export const isSameCause = ({ kind, cause }: StoredBooking, booking: Pick<Booking, 'kind' | 'cause'>): boolean =>
  kind === booking.kind && cause === `${booking.cause.kind} ${booking.cause.id}`

export const differentBooking = (key: string): Error => new Error(`Something else was booked as ${key}.`)

/** Returns bookings by their keys, with their entries as text. */
export const storedBookings = async (tx: Tx, keys: readonly string[]): Promise<Map<string, StoredBooking>> => {
  const { rows } = await tx.execute<StoredBooking>(sql`
    select t.id, t.key, t.kind, t.cause_kind || ' ' || t.cause_id as cause,
      coalesce(array_agg(concat_ws(' ', e.account_id, coalesce(e.lot_id::text, ''), coalesce(e.hold_id::text, ''), e.amount))
        filter (where e.number is not null), '{}') as lines
    from ledger_transaction t left join ledger_entry e on e.transaction_id = t.id
    where t.key = any(${sql.param([...keys])}::text[])
    group by t.id`)
  return new Map(rows.map((row) => [row.key, row]))
}
