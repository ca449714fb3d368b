import { dollars } from '../prices.ts'

interface Shortage {
  /** What has to be held. */
  amount: bigint
  /** What of it no credit covers. */
  missing: bigint
  owed: bigint
}

/** Amounts are rounded up to what a user can pay, so that paying them suffices. */
const amountText = (micros: bigint): string => dollars(Number((micros + 99n) / 100n) * 100, 4)

/** Says what is missing for something that holds an amount. */
export const insufficientFundsMessage = ({ amount, missing, owed }: Shortage): string => {
  const needed = `This reserves two days of its price, ${amountText(amount)}.`
  if (owed > 0n)
    return `${needed} The organisation owes ${amountText(owed)}. Top up at least ${amountText(owed + missing)} to continue.`
  return `${needed} The balance covers ${dollars(Number((amount - missing) / 100n) * 100, 4)} of it. Top up at least ${amountText(missing)} to continue.`
}
