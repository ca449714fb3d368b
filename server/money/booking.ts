import { type Account, accountKey } from './account.ts'

/** Why money moves. */
export type BookingKind = 'referralEarned' | 'creditGranted' | 'withdrawalRequested'

export interface Entry {
  account: Account
  /** Into the account above zero, out of it below; never 0. */
  amountMicros: number
}

export interface Booking {
  kind: BookingKind
  /** What it is made for, as `withdrawal/{id}`; the same thing is booked once. */
  reference: string
  entries: readonly Entry[]
}

/** An account has less than was asked of it. Thrown, so that the transaction around it ends too. */
export class Overdrawn extends Error {
  readonly account: Account

  constructor(account: Account) {
    super(`The account ${accountKey(account)} holds less than this.`)
    this.name = 'Overdrawn'
    this.account = account
  }
}

/** What each account gets, one line for each, in one order for everybody: whoever books twice at once waits and never knots. */
export const sumsOf = ({ reference, entries }: Booking): Entry[] => {
  const sums = new Map<string, Entry>()
  let total = 0n
  for (const { account, amountMicros } of entries) {
    if (!Number.isSafeInteger(amountMicros) || amountMicros === 0)
      throw new RangeError(`${amountMicros} is no amount of micro-dollars (${reference}).`)
    total += BigInt(amountMicros)
    const key = accountKey(account)
    const before = sums.get(key)?.amountMicros ?? 0
    sums.set(key, { account, amountMicros: before + amountMicros })
  }
  if (entries.length === 0 || total !== 0n)
    throw new RangeError(`The entries of ${reference} add up to ${total} micro-dollars and not to nothing.`)
  return [...sums.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum)
}
