import { and, eq, isNull, ne } from 'drizzle-orm'
import * as v from 'valibot'
import type { UserId } from '../../src/contract/wire/common.ts'
import { referralCode } from '../../src/contract/wire/referral.ts'
import { notifyUser } from '../live/outbox.ts'
import type { Tx } from '../store/connection.ts'
import { referralCodes, referrals, users } from '../store/schema.ts'

/**
 * Records that a new user was referred by the owner of a code. Ignores a code that belongs to no active member of the
 * programme.
 */
export const recordReferral = async (tx: Tx, userId: UserId, given: string): Promise<void> => {
  const code = v.safeParse(referralCode, given)
  if (!code.success) return
  const [referrer] = await tx
    .select({ id: users.id })
    .from(referralCodes)
    .innerJoin(users, and(eq(users.id, referralCodes.userId), eq(users.referralEnabled, true), isNull(users.bannedFor)))
    .where(and(eq(referralCodes.code, code.output), ne(referralCodes.userId, userId)))
  if (!referrer) return
  await tx.insert(referrals).values({ referrerId: referrer.id, userId }).onConflictDoNothing()
  await notifyUser(tx, referrer.id, {
    type: 'info',
    title: 'A user signed up with your code',
    message: 'You earn credit when their first purchase settles.',
    additionalData: { subject: 'referral' },
  })
}
