import { csvLine } from '../../../src/rules/units/csv.ts'
import type { ExportedBooking } from './exported-bookings.ts'

export const CSV_HEADER =
  'number,at,booking,kind,cause_kind,cause_id,key,account,user,organization,part,lot,hold,currency,amount\r\n'

/** Returns a line for each entry; amounts are whole: micro-dollars, or the smallest units of a token. */
export const csvOf = ({ id, at, kind, key, cause, entries }: ExportedBooking): string =>
  entries
    .map((entry) => [
      entry.number,
      at,
      id,
      kind,
      cause.kind,
      cause.id,
      key,
      entry.kind,
      entry.userId,
      entry.organizationId,
      entry.part,
      entry.lotId,
      entry.holdId,
      entry.currency,
      String(entry.amount),
    ])
    .map((cells) => csvLine(cells.map((cell) => cell ?? '')))
    .join('')
