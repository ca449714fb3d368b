import { dollars } from './prices.ts'
import { microsFrom } from './referral.ts'

/** Returns the error of a typed amount; undefined if it can be withdrawn. */
export const withdrawalError = (typed: string, limit: number, max: number): string | undefined => {
  const micros = microsFrom(typed)
  if (micros === undefined) return 'Enter an amount in dollars, such as 25 or 12.50.'
  if (micros < limit) return `The minimum withdrawal is ${dollars(limit)}.`
  return micros > max ? 'This is more than you can withdraw.' : undefined
}
