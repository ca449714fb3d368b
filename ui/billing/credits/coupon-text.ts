import type { PendingCoupon } from '../../../src/contract/wire/money/credit.ts'
import { dollars } from '../../../src/rules/prices.ts'

/** Describes the credit that a pending coupon grants, and its condition. */
export const couponText = ({ amount, percent, maxAmount, minBalance, firstPurchase }: PendingCoupon): string => {
  const purchase = firstPurchase ? 'first purchase' : 'next purchase'
  const limit = maxAmount === null ? '' : `, up to ${dollars(maxAmount)}`
  const granted = amount === null ? `${percent} % of your ${purchase}${limit}` : dollars(amount)
  const conditions = [
    amount !== null && firstPurchase && 'with your first purchase',
    minBalance !== null && `once the balance is ${dollars(minBalance)}`,
  ].filter(Boolean)
  return [granted, ...conditions].join(' ')
}
