import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { LotSource } from '../../../src/contract/wire/money/credit.ts'
import type { Tx } from '../../store/connection.ts'
import { ledgerLots } from '../../store/schema.ts'
import { type Account, type Currency, creditOf, receivableOf } from '../account.ts'
import { lockAccounts, rowIn } from '../account-rows.ts'
import { assertPositive, type Booking } from '../booking.ts'
import { differentBooking, isSameCause, storedBookings } from '../same-bookings.ts'
import { writeBookings } from '../write-bookings.ts'

export interface Grant extends Omit<Booking, 'entries'> {
  organizationId: OrganizationId
  amount: bigint
  currency?: Currency
  source: LotSource
  /** The scope that it may be spent in; all if not given. */
  scope?: string
  /** From `at` on if not given. */
  validFrom?: Date
  /** Never if not given. */
  expiresAt?: Date
  /** What was paid for it; nothing if not given. */
  pricePaid?: bigint
  /** The account that it comes from. */
  from: Account
}

/** Adds a lot to an organisation's credit, and returns its id; that of the first time if its key is booked already. */
export const grantLot = async (tx: Tx, grant: Grant): Promise<string> => {
  const { organizationId, amount, currency, from, key, at } = grant
  assertPositive(amount, key)
  const credit = creditOf(organizationId, currency)
  // The debt too, because metering, which often follows, locks it with the credit in the order of their ids.
  const rows = await lockAccounts(tx, [credit, receivableOf(organizationId, currency), from], at)
  const { id: accountId } = rowIn(rows, credit)
  const before = (await storedBookings(tx, [key])).get(key)
  if (before) {
    const line = before.lines.find((text) => text.startsWith(`${accountId} `) && text.endsWith(` ${amount}`))
    const lotId = line?.split(' ')[1]
    if (!lotId || !isSameCause(before, grant)) throw differentBooking(key)
    return lotId
  }
  const [lot] = await tx
    .insert(ledgerLots)
    .values({
      accountId,
      source: grant.source,
      scope: grant.scope ?? null,
      validFrom: grant.validFrom ?? at,
      expiresAt: grant.expiresAt ?? null,
      pricePaid: grant.pricePaid ?? 0n,
    })
    .returning({ id: ledgerLots.id })
  if (!lot) throw new Error('The lot was not created.')
  const entries = [
    { account: credit, amount, lotId: lot.id },
    { account: from, amount: -amount },
  ]
  await writeBookings(tx, [{ kind: grant.kind, key, cause: grant.cause, at, entries }], rows)
  return lot.id
}

export interface Conversion {
  userId: UserId
  organizationId: OrganizationId
  amount: bigint
  key: string
  at: Date
}

/** Turns a user's referral credit into credit of one organisation, which is the only way to spend it. There is no way back. */
export const convertReferralCredit = (
  tx: Tx,
  { userId, organizationId, amount, key, at }: Conversion,
): Promise<string> =>
  grantLot(tx, {
    organizationId,
    amount,
    source: 'referral',
    from: { kind: 'referralCredit', userId },
    kind: 'referralConverted',
    cause: { kind: 'user', id: userId },
    key,
    at,
  })
