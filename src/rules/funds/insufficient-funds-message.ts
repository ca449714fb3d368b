import { dollars } from '../prices.ts'

interface Shortage {
  /** The amount to hold. */
  amount: bigint
  /** The part of it that credit does not cover. */
  missing: bigint
  owed: bigint
}

/** Rounds up, so that a payment of the shown amount suffices. */
const amountText = (micros: bigint): string => dollars(Number((micros + 99n) / 100n) * 100, 4)

/** Explains to the user why an amount cannot be held, and how much to top up. */
export const insufficientFundsMessage = ({ amount, missing, owed }: Shortage): string => {
  const needed = `This reserves two days of its price, ${amountText(amount)}.`
  if (owed > 0n)
    return `${needed} The organisation owes ${amountText(owed)}. Top up at least ${amountText(owed + missing)} to continue.`
  return `${needed} The balance covers ${dollars(Number((amount - missing) / 100n) * 100, 4)} of it. Top up at least ${amountText(missing)} to continue.`
}
