import { eq } from 'drizzle-orm'
import type { UserId } from '../../src/contract/wire/common.ts'
import { dollars } from '../../src/rules/prices.ts'
import { REFERRAL_MATURES_AFTER_DAYS, referralCreditMicros } from '../../src/rules/referral.ts'
import { notifyUser } from '../live/outbox.ts'
import { postBooking } from '../money/post-booking.ts'
import type { Tx } from '../store/connection.ts'
import { referrals, users } from '../store/schema.ts'

export interface SettledPurchase {
  userId: UserId
  amountMicros: number
  /** The purchase, such as `invoice/{id}`. */
  reference: string
  at: Date
}

/**
 * Call this for every settled purchase, in its transaction: the first purchase of a referred user earns their referrer
 * credit, which is pending at first. Returns the amount earned, in micro-dollars.
 */
export const settleFirstPurchase = async (
  tx: Tx,
  { userId, amountMicros, reference, at }: SettledPurchase,
): Promise<number> => {
  if (!Number.isSafeInteger(amountMicros) || amountMicros <= 0)
    throw new RangeError(`${amountMicros} micro-dollars are no purchase (${reference}).`)
  // Of two concurrent first purchases, the second waits here and then finds `paymentDone` set.
  const [referral] = await tx.select().from(referrals).where(eq(referrals.userId, userId)).for('update')
  if (!referral || referral.paymentDone) return 0
  const { id, referrerId } = referral
  const [referrer] = await tx.select({ bannedFor: users.bannedFor }).from(users).where(eq(users.id, referrerId))
  const mayEarn = referrerId !== userId && referrer?.bannedFor === null
  const earned = mayEarn ? referralCreditMicros(amountMicros) : 0
  await tx
    .update(referrals)
    .set({ paymentDone: true, amountMicros: earned, purchase: reference, purchaseMicros: amountMicros, earnedAt: at })
    .where(eq(referrals.id, id))
  if (earned === 0) return 0
  await postBooking(tx, {
    kind: 'referralEarned',
    key: `referral/${id}/${reference}`,
    cause: { kind: 'referral', id },
    at,
    entries: [
      { account: { kind: 'pendingReferralCredit', userId: referrerId }, amount: BigInt(earned) },
      { account: { kind: 'referralProgramme' }, amount: -BigInt(earned) },
    ],
  })
  await notifyUser(tx, referrerId, {
    type: 'success',
    title: `You earned ${dollars(earned)} of credit`,
    message: `A user who signed up with your code made their first purchase. You can use the credit in ${REFERRAL_MATURES_AFTER_DAYS} days.`,
    additionalData: { subject: 'referral' },
  })
  return earned
}
