import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm'
import { dollars } from '../../../src/rules/prices.ts'
import { REFERRAL_MATURES_AFTER_DAYS } from '../../../src/rules/referral.ts'
import { notifyUser } from '../../live/outbox.ts'
import { postBooking } from '../../money/post-booking.ts'
import type { Db, Tx } from '../../store/connection.ts'
import { referrals, users } from '../../store/schema.ts'

const DAY_MS = 86_400_000
const AT_ONCE = 200

const isDue = (at: Date) =>
  and(
    isNull(referrals.maturedAt),
    isNotNull(referrals.earnedAt),
    lte(referrals.earnedAt, new Date(at.getTime() - REFERRAL_MATURES_AFTER_DAYS * DAY_MS)),
    gt(referrals.amountMicros, 0),
  )

/**
 * Makes earnings usable that have been pending for long enough, and returns how many. Those of a banned referrer stay pending
 * until the ban ends.
 */
export const matureEarnings = async (db: Db, at: Date): Promise<number> => {
  let matured = 0
  for (;;) {
    const due = await db
      .select({ id: referrals.id })
      .from(referrals)
      .innerJoin(users, and(eq(users.id, referrals.referrerId), isNull(users.bannedFor)))
      .where(isDue(at))
      .orderBy(asc(referrals.earnedAt), referrals.id)
      .limit(AT_ONCE)
    for (const { id } of due) matured += await db.transaction((tx) => mature(tx, id, at))
    if (due.length < AT_ONCE) return matured
  }
}

const mature = async (tx: Tx, id: string, at: Date): Promise<0 | 1> => {
  // Refunds lock the row too: what they take back does not mature.
  const [referral] = await tx
    .select({ referrerId: referrals.referrerId, amountMicros: referrals.amountMicros })
    .from(referrals)
    .where(and(eq(referrals.id, id), isDue(at)))
    .for('update')
  if (!referral) return 0
  const { referrerId: userId, amountMicros } = referral
  const amount = BigInt(amountMicros)
  await tx.update(referrals).set({ maturedAt: at }).where(eq(referrals.id, id))
  await postBooking(tx, {
    kind: 'referralMatured',
    key: `referral/${id}/matured`,
    cause: { kind: 'referral', id },
    at,
    entries: [
      { account: { kind: 'pendingReferralCredit', userId }, amount: -amount },
      { account: { kind: 'referralCredit', userId }, amount },
    ],
  })
  await notifyUser(tx, userId, {
    type: 'success',
    title: `${dollars(amountMicros)} of credit can be used now`,
    message: 'Credit that you earned with a referral is no longer pending.',
    additionalData: { subject: 'referral' },
  })
  return 1
}
