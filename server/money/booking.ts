import { type Account, accountKey } from './account.ts'

/** The reason for a booking. */
export type BookingKind = 'referralEarned' | 'creditGranted' | 'withdrawalRequested'

export interface Entry {
  account: Account
  /** Positive into the account, negative out of it; never 0. */
  amountMicros: number
}

export interface Booking {
  kind: BookingKind
  /** The cause, such as `withdrawal/{id}`. Unique: nothing is booked twice. */
  reference: string
  entries: readonly Entry[]
}

/** Thrown if an account holds less than a booking takes out of it, so that the transaction rolls back. */
export class Overdrawn extends Error {
  readonly account: Account

  constructor(account: Account) {
    super(`The account ${accountKey(account)} holds less than this.`)
    this.name = 'Overdrawn'
    this.account = account
  }
}

/** Returns one summed entry per account, sorted by account key to prevent deadlocks. */
export const sumsOf = ({ reference, entries }: Booking): Entry[] => {
  const sums = new Map<string, Entry>()
  let total = 0n
  for (const { account, amountMicros } of entries) {
    if (!Number.isSafeInteger(amountMicros) || amountMicros === 0)
      throw new RangeError(`${amountMicros} is not an amount in micro-dollars (${reference}).`)
    total += BigInt(amountMicros)
    const key = accountKey(account)
    const before = sums.get(key)?.amountMicros ?? 0
    sums.set(key, { account, amountMicros: before + amountMicros })
  }
  if (total !== 0n) throw new RangeError(`The entries of ${reference} add up to ${total} micro-dollars, not to 0.`)
  return [...sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}
