import { type Account, accountKey } from './account.ts'

/** The reason for a booking. */
export type BookingKind =
  | 'referralEarned'
  | 'referralMatured'
  | 'referralTakenBack'
  | 'referralConverted'
  | 'creditGranted'
  | 'creditPurchased'
  | 'creditSpent'
  | 'creditHeld'
  | 'creditReleased'
  | 'creditExpired'
  | 'usageCharged'
  | 'usageAdjusted'
  | 'debtPaid'
  | 'withdrawalRequested'

export interface Entry {
  account: Account
  /** Positive into the account, negative out of it; never 0. */
  amount: bigint
  /** Of `credit`, and only of it: the lot that changes. */
  lotId?: string
  /** Set if the entry changes the held part, and not the available one. */
  holdId?: string
}

/** An entry with the ids that its row has. */
export interface Line {
  bookingId: string
  key: string
  accountId: string
  lotId: string | null
  holdId: string | null
  currency: string
  amount: bigint
}

/** The cause of a booking, such as a withdrawal and its id. */
export interface Cause {
  kind: string
  id: string
}

export interface Booking {
  kind: BookingKind
  /** Unique: nothing is booked twice. */
  key: string
  cause: Cause
  at: Date
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

/** The most that a column of the ledger holds. */
const MAX_AMOUNT = 10n ** 78n - 1n

/** Returns one summed entry for each account, lot and hold, and checks that the booking is balanced. */
export const sumsOf = ({ key, entries }: Booking): Entry[] => {
  const sums = new Map<string, Entry>()
  const totals = new Map<string, bigint>()
  for (const entry of entries) {
    const { account, amount, lotId, holdId } = entry
    assertAmount(amount, key)
    if ((account.kind === 'credit') !== (lotId !== undefined))
      throw new RangeError(`Entries of credit name a lot, and no others do (${key}).`)
    const currency = account.currency ?? 'USD'
    totals.set(currency, (totals.get(currency) ?? 0n) + amount)
    const place = `${accountKey(account)} ${lotId ?? ''} ${holdId ?? ''}`
    sums.set(place, { ...entry, amount: (sums.get(place)?.amount ?? 0n) + amount })
  }
  for (const [currency, total] of totals)
    if (total !== 0n) throw new RangeError(`The entries of ${key} add up to ${total} ${currency}, not to 0.`)
  const moved = [...sums.values()].filter(({ amount }) => amount !== 0n)
  if (moved.length === 0) throw new RangeError(`The entries of ${key} move nothing.`)
  return moved
}

const assertAmount = (amount: bigint, key: string): void => {
  if (typeof amount !== 'bigint' || amount === 0n || amount > MAX_AMOUNT || amount < -MAX_AMOUNT)
    throw new RangeError(`${amount} is not an amount of a booking (${key}).`)
}

/** For operations that take an amount out of something: rejects what is not positive. */
export const assertPositive = (amount: bigint, key: string): void => {
  assertAmount(amount, key)
  if (amount < 0n) throw new RangeError(`${amount} is not a positive amount (${key}).`)
}
