import type { RedemptionStatus } from '../../contract/wire/money/credit.ts'

/** What the user reads after redeeming a coupon. */
export const redemptionMessages: Record<RedemptionStatus, string> = {
  Pending: 'Promotion code has been added in your Pending list',
  Error: 'Not applicable!',
  Expired: 'Applied Coupon Expired!',
  Success: 'Promotion code applied successfully!',
}
