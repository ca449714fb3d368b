import { expect, test } from 'vitest'
import type { PendingCoupon } from '../../src/contract/wire/money/credit.ts'
import { couponText } from '../../ui/billing/credits/coupon-text.ts'

const DOLLAR = 1_000_000
const coupon: PendingCoupon = {
  _id: 'one',
  code: 'SPRING',
  status: 'pending',
  amount: null,
  percent: null,
  maxAmount: null,
  minBalance: null,
  firstPurchase: false,
  redeemedAt: '2030-01-01T00:00:00.000Z',
  endsAt: null,
}

test.each<[Partial<PendingCoupon>, string]>([
  [{ percent: 20 }, '20 % of your next purchase'],
  [{ percent: 20, maxAmount: 50 * DOLLAR }, '20 % of your next purchase, up to $50.00'],
  [{ percent: 20, firstPurchase: true }, '20 % of your first purchase'],
  [{ amount: 10 * DOLLAR, firstPurchase: true }, '$10.00 with your first purchase'],
  [{ amount: 10 * DOLLAR, minBalance: 50 * DOLLAR }, '$10.00 once the balance is $50.00'],
])('%j is described as "%s"', (terms, text) => {
  expect(couponText({ ...coupon, ...terms })).toBe(text)
})
