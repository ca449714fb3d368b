import { sql } from 'drizzle-orm'
import type { Tx } from '../../store/connection.ts'
import type { AccountColumns } from '../account.ts'

export interface ExportedEntry extends AccountColumns {
  number: string
  lotId: string | null
  holdId: string | null
  amount: bigint
}

export interface ExportedBooking {
  id: string
  at: string
  kind: string
  key: string
  cause: { kind: string; id: string }
  entries: ExportedEntry[]
}

type Row = Record<'number' | 'booking' | 'at' | 'booking_kind' | 'key' | 'cause_kind' | 'cause_id' | 'amount', string> &
  Record<'kind' | 'currency', string> &
  Record<'user_id' | 'organization_id' | 'part' | 'lot_id' | 'hold_id', string | null>

const ROWS_AT_ONCE = 2000

/** Returns all bookings in the order of their times, a few at a time. Needs a transaction, whose snapshot it reads. */
export async function* exportedBookings(tx: Tx): AsyncGenerator<ExportedBooking> {
  await tx.execute(sql`
    declare exported cursor for
    select e.number::text, t.id as booking, to_char(t.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
      t.kind as booking_kind, t.key, t.cause_kind, t.cause_id,
      a.kind, a.user_id, a.organization_id, a.part, a.currency, e.lot_id, e.hold_id, e.amount::text as amount
    from ledger_transaction t join ledger_entry e on e.transaction_id = t.id join ledger_account a on a.id = e.account_id
    order by t.at, t.id, e.number`)
  let booking: ExportedBooking | undefined
  for (;;) {
    const { rows } = await tx.execute<Row>(sql.raw(`fetch ${ROWS_AT_ONCE} from exported`))
    for (const row of rows) {
      if (booking?.id !== row.booking) {
        if (booking) yield booking
        booking = bookingFrom(row)
      }
      booking.entries.push(entryFrom(row))
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  if (booking) yield booking
  await tx.execute(sql`close exported`)
}

const bookingFrom = (row: Row): ExportedBooking => ({
  id: row.booking,
  at: row.at,
  kind: row.booking_kind,
  key: row.key,
  cause: { kind: row.cause_kind, id: row.cause_id },
  entries: [],
})

const entryFrom = (row: Row): ExportedEntry => ({
  number: row.number,
  kind: row.kind as AccountColumns['kind'],
  userId: row.user_id as AccountColumns['userId'],
  organizationId: row.organization_id as AccountColumns['organizationId'],
  part: row.part,
  currency: row.currency,
  lotId: row.lot_id,
  holdId: row.hold_id,
  amount: BigInt(row.amount),
})
