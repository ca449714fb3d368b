import { eq } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { referralCreditMicros } from '../../../src/rules/referral.ts'
import { notifyUser } from '../../live/outbox.ts'
import type { Account } from '../../money/account.ts'
import { lockAccounts, rowIn } from '../../money/account-rows.ts'
import { exactNumber } from '../../money/ledger.ts'
import { postBooking } from '../../money/post-booking.ts'
import type { Tx } from '../../store/connection.ts'
import { referrals } from '../../store/schema.ts'

export interface RefundedPurchase {
  userId: UserId
  /** That of the purchase, as it was settled. */
  reference: string
  /** The refund, such as `refund/{id}`: it counts once. */
  refund: string
  refundedMicros: number
  at: Date
}

/**
 * Call this for every refund of a purchase, in its transaction: the referrer keeps what the rest of the purchase would have
 * earned. Credit that was withdrawn or converted in the meantime stays. Returns the amount taken back, in micro-dollars.
 */
export const takeBackEarnings = async (
  tx: Tx,
  { userId, reference, refund, refundedMicros, at }: RefundedPurchase,
): Promise<number> => {
  if (!Number.isSafeInteger(refundedMicros) || refundedMicros <= 0)
    throw new RangeError(`${refundedMicros} micro-dollars are no refund (${refund}).`)
  const [referral] = await tx.select().from(referrals).where(eq(referrals.userId, userId)).for('update')
  if (referral?.purchase !== reference) return 0
  const { id, referrerId, refunds } = referral
  if (refunds.includes(refund)) return 0
  const purchaseMicros = (referral.purchaseMicros ?? 0) - refundedMicros
  if (purchaseMicros < 0) throw new RangeError(`More than ${reference} was refunded (${refund}).`)
  const kept = Math.min(referral.amountMicros, referralCreditMicros(purchaseMicros))
  await tx
    .update(referrals)
    .set({ amountMicros: kept, purchaseMicros, refunds: [...refunds, refund] })
    .where(eq(referrals.id, id))
  const account: Account = { kind: referral.maturedAt ? 'referralCredit' : 'pendingReferralCredit', userId: referrerId }
  const { posted } = rowIn(await lockAccounts(tx, [account], at), account)
  const due = BigInt(referral.amountMicros - kept)
  const amount = due < (posted ?? 0n) ? due : (posted ?? 0n)
  if (amount === 0n) return 0
  await postBooking(tx, {
    kind: 'referralTakenBack',
    key: `referral/${id}/${refund}`,
    cause: { kind: 'referral', id },
    at,
    entries: [
      { account, amount: -amount },
      { account: { kind: 'referralProgramme' }, amount },
    ],
  })
  const micros = exactNumber(amount)
  await notifyUser(tx, referrerId, {
    type: 'info',
    title: `${dollars(micros)} of credit was taken back`,
    message: 'The purchase that earned it was refunded.',
    additionalData: { subject: 'referral' },
  })
  return micros
}
