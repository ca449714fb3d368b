import type { Tx } from '../store/connection.ts'
import { bookMany } from './book-many.ts'
import type { Booking } from './booking.ts'

/** Makes a booking, as `bookMany` does, and returns true; returns false if it was made before. */
export const postBooking = async (tx: Tx, booking: Booking): Promise<boolean> => {
  const [booked] = await bookMany(tx, [booking])
  return booked?.isNew ?? false
}
