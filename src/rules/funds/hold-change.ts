import { topUpThresholdMicros } from '../prices.ts'

/** What holds reserve for something of this daily price: the top-up threshold. */
export const holdTarget = (dailyMicros: bigint): bigint => dailyMicros * BigInt(topUpThresholdMicros(1))

/**
 * Returns how a hold changes: what to add once a day of the price is used, or what to give back if less runs than it was made
 * for. Refilling after every charge would double the bookings of usage.
 */
export const holdChange = (held: bigint, dailyMicros: bigint): bigint => {
  const target = holdTarget(dailyMicros)
  return held > target || held <= target - dailyMicros ? target - held : 0n
}
