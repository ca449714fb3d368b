import type { Tx } from '../store/connection.ts'
import { lockAccounts } from './account-rows.ts'
import type { Booking } from './booking.ts'
import { type Booked, writeBookings } from './write-bookings.ts'

/**
 * Makes many bookings at once: all of them or none. One whose key is booked already, also by a concurrent transaction, is
 * returned as it is, and rejected if its entries differ. Throws `Overdrawn` if an account that may not go below zero would.
 * Requires the default isolation level, in which each statement sees what others have committed meanwhile. A transaction that
 * calls this once cannot deadlock with others.
 */
export const bookMany = async (tx: Tx, bookings: readonly Booking[]): Promise<Booked[]> => {
  const [first] = bookings
  if (!first) return []
  if (new Set(bookings.map(({ key }) => key)).size < bookings.length)
    throw new RangeError('Two of the bookings have the same key.')
  const accounts = bookings.flatMap(({ entries }) => entries.map(({ account }) => account))
  return writeBookings(tx, bookings, await lockAccounts(tx, accounts, first.at))
}
