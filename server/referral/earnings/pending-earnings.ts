import { and, eq, gt, isNotNull, isNull, min } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { REFERRAL_MATURES_AFTER_DAYS } from '../../../src/rules/referral.ts'
import { balanceOf, exactNumber } from '../../money/ledger.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { referrals } from '../../store/schema.ts'

const DAY_MS = 86_400_000

/** Returns a user's referral credit: what can be converted, what is pending, and when the next part of that matures. */
export const readReferralCredit = async (db: DbOrTx, userId: UserId) => {
  const isPending = and(
    eq(referrals.referrerId, userId),
    isNull(referrals.maturedAt),
    isNotNull(referrals.earnedAt),
    gt(referrals.amountMicros, 0),
  )
  const [available, pending, oldest] = await Promise.all([
    balanceOf(db, { kind: 'referralCredit', userId }),
    balanceOf(db, { kind: 'pendingReferralCredit', userId }),
    db
      .select({ earnedAt: min(referrals.earnedAt) })
      .from(referrals)
      .where(isPending),
  ])
  const earnedAt = oldest[0]?.earnedAt
  return {
    available: exactNumber(available),
    pending: exactNumber(pending),
    nextMaturesAt: earnedAt ? new Date(earnedAt.getTime() + REFERRAL_MATURES_AFTER_DAYS * DAY_MS).toISOString() : null,
  }
}
