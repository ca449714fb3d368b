import { randomUUID } from 'node:crypto'
import type { creditCalls } from '../../../src/contract/calls/money/credit-calls.ts'
import { redemptionMessages } from '../../../src/rules/payments/redemption-messages.ts'
import { dollars } from '../../../src/rules/prices.ts'
import { actorOf, writeAudit } from '../../audit/write-audit.ts'
import type { Captcha } from '../../captcha/captcha.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser, sessionOf } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { type ChangeOptions, changeOrganization } from '../../organizations/change-organization.ts'
import { convertEarnings } from '../../referral/earnings/convert-earnings.ts'
import { readReferralCredit } from '../../referral/earnings/pending-earnings.ts'
import { creditOf, receivableOf } from '../account.ts'
import { Overdrawn } from '../booking.ts'
import { readEntryPage } from '../credit/entry-pages.ts'
import { readBalance } from '../credit/read-balance.ts'
import { readLots } from '../credit/read-lots.ts'
import type { Billing } from '../metering/billing-settings.ts'
import { bookUsage } from '../metering/book-usage.ts'
import { applyCoupons } from './apply-coupons.ts'
import { findCoupon, pendingCouponsOf } from './coupon-rows.ts'
import { createGuessLimit } from './guess-limit.ts'
import { deletePendingCoupon, redeemCoupon, redemptionStatus } from './redeem-coupon.ts'

export interface CreditOptions extends ChangeOptions {
  billing: Billing
  captcha: Pick<Captcha, 'verify'>
  now?: () => Date
}

/** Handlers of an organisation's credit and coupons, and of its members' referral credit. */
export const creditHandlers = (options: CreditOptions): Handlers<keyof typeof creditCalls> => {
  const { db, billing, captcha, now = () => new Date() } = options
  const limitGuesses = createGuessLimit()
  const requireBilling = () => {
    if (billing === 'off') throw new ApiError('notFound')
  }
  return {
    readOrganizationCredits: async ({ scope }) => {
      const { organizationId } = scopeOf(scope)
      const at = now()
      const [{ availableMicros, heldMicros, owedMicros }, lots, coupons] = await Promise.all([
        readBalance(db, organizationId),
        readLots(db, organizationId, at),
        pendingCouponsOf(db, organizationId, at),
      ])
      return { credits: availableMicros + heldMicros, held: heldMicros, owed: owedMicros, lots, coupons }
    },

    readCreditEntries: ({ scope, input: { of, lotId, skip, limit } }) => {
      const { organizationId } = scopeOf(scope)
      const account = of === 'receivable' ? receivableOf(organizationId) : creditOf(organizationId)
      return readEntryPage(db, { account, lotId, isHeld: of === 'held', skip, limit })
    },

    activateCoupon: async (context) => {
      requireBilling()
      const { input, address, caller, scope } = context
      await captcha.verify(input.captchaToken, address)
      const { organizationId } = scopeOf(scope)
      const redeemedBy = actorOf(context)
      return limitGuesses({ userId: requireUser(caller).userId, organizationId, address }, () =>
        changeOrganization(options, context, 'billing.write', async (tx) => {
          const redemption = { organizationId, redeemedBy, code: input.couponActivationCode, at: now() }
          const result = await redeemCoupon(tx, redemption)
          return { ...result, message: redemptionMessages[result.status] }
        }),
      )
    },

    readCouponValidity: async (context) => {
      requireBilling()
      const { input, address, caller, scope } = context
      const { organizationId } = scopeOf(scope)
      const redeemedBy = actorOf(context)
      return limitGuesses({ userId: requireUser(caller).userId, organizationId, address }, async () => {
        const coupon = await findCoupon(db, input.couponActivationCode)
        if (!coupon) throw new ApiError('invalidCoupon')
        const redemption = { organizationId, redeemedBy, code: coupon.code, at: now() }
        const status = await redemptionStatus(db, coupon, redemption)
        return { valid: status === 'Success' || status === 'Pending', status }
      })
    },

    removeCoupon: (context) => {
      requireBilling()
      return changeOrganization(options, context, 'billing.write', async (tx, { id: organizationId }) => {
        await deletePendingCoupon(tx, {
          organizationId,
          redeemedBy: actorOf(context),
          code: context.input.creditCoupon,
        })
        return { message: 'Coupon deleted' }
      })
    },

    convertReferralCredit: (context) => {
      requireBilling()
      const { userId } = sessionOf(context.caller)
      const { amount } = context.input
      return changeOrganization(options, context, 'billing.write', async (tx, { id: organizationId }) => {
        const at = now()
        const key = `referralConverted/${randomUUID()}`
        await convertEarnings(tx, { userId, organizationId, amount: BigInt(amount), key, at }).catch(
          (error: unknown) => {
            throw error instanceof Overdrawn ? fieldError('amount', 'This is more than you can convert.') : error
          },
        )
        await bookUsage(tx, [organizationId], at)
        await applyCoupons(tx, organizationId, at)
        await publishOrganizationEvents(tx, organizationId, { kind: 'creditsChanged' })
        await writeAudit(tx, context, { organizationId, action: 'credit.converted', target: dollars(amount) })
        return { message: 'Referral credit converted' }
      })
    },

    readReferralCredit: ({ caller }) => readReferralCredit(db, sessionOf(caller).userId),

    readReferralEntries: ({ caller, input: { of, skip, limit } }) => {
      const { userId } = sessionOf(caller)
      const kind = of === 'pending' ? 'pendingReferralCredit' : 'referralCredit'
      return readEntryPage(db, { account: { kind, userId }, skip, limit })
    },
  }
}
