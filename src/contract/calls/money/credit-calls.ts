import * as v from 'valibot'
import { may } from '../../access.ts'
import { call } from '../../call.ts'
import { captchaToken } from '../../wire/captcha.ts'
import { done, limit, micros, organizationId, skip, uuid } from '../../wire/common.ts'
import { couponCode, creditEntry, creditLot, pendingCoupon, redemptionStatuses } from '../../wire/money/credit.ts'

const byId = v.strictObject({ id: organizationId })
const mayRead = may('billing.read', 'organization', 'params.id')
const mayWrite = may('billing.write', 'organization', 'params.id')
const changed = ['readOrganizationCredits', 'readCreditEntries'] as const
const entryPage = v.object({
  entries: v.array(creditEntry),
  /** At most 10,000. */
  totalCount: v.number(),
})

export const creditCalls = {
  readOrganizationCredits: call({
    method: 'GET',
    path: 'organization/{id}/credits',
    access: mayRead,
    params: byId,
    response: v.object({
      credits: micros,
      /** The part of it that is reserved for what runs. */
      held: micros,
      /** What the organisation owes. */
      owed: micros,
      /** Those with credit left in the order in which they are spent, then the newest others. */
      lots: v.array(creditLot),
      coupons: v.array(pendingCoupon),
    }),
    refreshMs: 60_000,
    summary: 'Get the credit of an organisation in micro-dollars, its lots, and its pending coupons.',
  }),
  readCreditEntries: call({
    method: 'GET',
    path: 'organization/{id}/credits/entries',
    access: mayRead,
    params: byId,
    query: v.strictObject({
      of: v.optional(v.picklist(['credit', 'held', 'receivable']), 'credit'),
      lotId: v.optional(uuid),
      skip,
      limit: limit(50),
    }),
    response: entryPage,
    summary:
      'List the entries that an amount is the sum of, newest first: the credit, what is reserved of it, what is owed, or one lot.',
  }),
  activateCoupon: call({
    method: 'POST',
    path: 'organization/{id}/coupons/activate',
    access: mayWrite,
    params: byId,
    body: v.strictObject({ couponActivationCode: couponCode, captchaToken }),
    response: v.object({
      status: v.picklist(redemptionStatuses),
      message: v.string(),
      /** The granted credit; null unless it succeeded. */
      amount: v.nullable(micros),
    }),
    invalidates: changed,
    summary: 'Redeem a coupon for an organisation. An unknown code fails with invalidCoupon.',
  }),
  readCouponValidity: call({
    method: 'GET',
    path: 'organization/{id}/coupons/valid',
    access: mayWrite,
    params: byId,
    query: v.strictObject({ couponActivationCode: couponCode }),
    response: v.object({ valid: v.boolean(), status: v.picklist(redemptionStatuses) }),
    summary: 'Get what redeeming a coupon would result in. Counts as an attempt to redeem it.',
  }),
  removeCoupon: call({
    method: 'DELETE',
    path: 'organization/{id}/credits',
    access: mayWrite,
    params: byId,
    query: v.strictObject({ creditCoupon: couponCode }),
    response: done,
    success: 'Coupon deleted',
    invalidates: changed,
    summary: 'Delete a pending coupon of an organisation. It can be redeemed again.',
  }),
  convertReferralCredit: call({
    method: 'POST',
    path: 'organization/{id}/credits/referral',
    access: mayWrite,
    params: byId,
    body: v.strictObject({ amount: v.pipe(micros, v.minValue(1, 'Must be more than 0.')) }),
    response: done,
    success: 'Referral credit converted',
    invalidates: [...changed, 'readCredits', 'readReferralCredit', 'readReferralEntries'],
    summary:
      'Turn matured referral credit of the caller into compute credit of an organisation, once and for all. API tokens cannot do this.',
  }),
  readReferralCredit: call({
    method: 'GET',
    path: 'longshore-wallet/referral',
    access: 'inSession',
    response: v.object({
      available: micros,
      pending: micros,
      /** When the next pending amount can be used; null if nothing is pending. */
      nextMaturesAt: v.nullable(v.string()),
    }),
    summary: 'Get the referral credit of the caller: what can be converted, and what is pending.',
  }),
  readReferralEntries: call({
    method: 'GET',
    path: 'longshore-wallet/entries',
    access: 'inSession',
    query: v.strictObject({
      of: v.optional(v.picklist(['available', 'pending']), 'available'),
      skip,
      limit: limit(50),
    }),
    response: entryPage,
    summary: 'List the entries of the referral credit of the caller, newest first.',
  }),
}
