import { and, desc, eq } from 'drizzle-orm'
import type { referralCalls } from '../../src/contract/calls/referral-calls.ts'
import { REFERRAL_REGISTRATION } from '../../src/rules/referral.ts'
import type { Config } from '../config.ts'
import { ApiError } from '../http/api-error.ts'
import type { Handlers } from '../http/handler.ts'
import { sessionOf } from '../http/require-user.ts'
import type { Store } from '../store/connection.ts'
import { referrals } from '../store/schema.ts'
import { creditsOf } from './credits-of.ts'
import { codeOf, joinProgramme, saveCode } from './referral-codes.ts'

/** Handlers for members of the referral programme. */
export const referralHandlers = (
  { db }: Pick<Store, 'db'>,
  { product }: Pick<Config, 'product'>,
): Handlers<keyof typeof referralCalls> => ({
  readReferrals: async ({ caller, input: { skip, limit } }) => {
    const own = eq(referrals.referrerId, sessionOf(caller).userId)
    const [rows, totalCount, pendingCount] = await Promise.all([
      db.select().from(referrals).where(own).orderBy(desc(referrals.createdAt), referrals.id).offset(skip).limit(limit),
      db.$count(referrals, own),
      db.$count(referrals, and(own, eq(referrals.paymentDone, false))),
    ])
    return {
      referrals: rows.map(({ userId, amountMicros, paymentDone, createdAt }) => ({
        userId,
        amount: amountMicros,
        paymentDone,
        createdAt: createdAt.toISOString(),
      })),
      totalCount,
      pendingCount,
    }
  },

  readReferralCode: async ({ caller }) => ({ referralCode: await codeOf(db, sessionOf(caller).userId) }),

  saveReferralCode: async ({ caller, input: { code } }) => {
    await saveCode(db, sessionOf(caller).userId, code)
    return { referralCode: code }
  },

  joinReferral: async ({ caller }) => {
    const { userId } = sessionOf(caller)
    if (product.links.referralRegistration !== REFERRAL_REGISTRATION) throw new ApiError('externalReferralProgramme')
    return { referralCode: await db.transaction((tx) => joinProgramme(tx, userId)) }
  },

  readCredits: async ({ caller }) => ({ credits: await creditsOf(db, sessionOf(caller).userId) }),
})
