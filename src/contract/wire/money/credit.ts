import * as v from 'valibot'
import { filledText, instant, micros } from '../common.ts'

export const couponCode = filledText(64)

/** Added to the pending list; not for this organisation, or used up; over; credited. */
export const redemptionStatuses = ['Pending', 'Error', 'Expired', 'Success'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

/** A redemption whose credit is not granted yet. */
export const pendingCoupon = v.object({
  _id: v.string(),
  code: v.string(),
  /** Expired if its condition was not met in time: it will never be applied. */
  status: v.picklist(['pending', 'expired']),
  /** What it grants: an amount, or a percentage of a purchase up to an amount. */
  amount: v.nullable(micros),
  percent: v.nullable(v.number()),
  maxAmount: v.nullable(micros),
  /** What it waits for: a balance, or a purchase, for which there must be none before. */
  minBalance: v.nullable(micros),
  firstPurchase: v.boolean(),
  redeemedAt: instant,
  /** When it expires; null if it does not. */
  endsAt: v.nullable(instant),
})
export type PendingCoupon = v.InferOutput<typeof pendingCoupon>

/** The origin of a lot. `opening` is credit from before there were lots. */
export const lotSources = ['purchase', 'coupon', 'promotion', 'referral', 'refund', 'opening'] as const
export type LotSource = (typeof lotSources)[number]

/** A part of an organisation's credit. */
export const creditLot = v.object({
  _id: v.string(),
  source: v.picklist(lotSources),
  /** The code of the coupon that granted it. */
  couponCode: v.nullable(v.string()),
  /** The project that it may be spent in; null for all. */
  project: v.nullable(v.object({ _id: v.string(), name: v.nullable(v.string()) })),
  granted: micros,
  remaining: micros,
  /** The part of what remains that is reserved for what runs. */
  held: micros,
  state: v.picklist(['valid', 'scheduled', 'used', 'expired']),
  validFrom: instant,
  expiresAt: v.nullable(instant),
})
export type CreditLot = v.InferOutput<typeof creditLot>

/** More entries are not counted: metering makes hundreds of thousands a year. */
export const MAX_COUNTED_ENTRIES = 10_000

/** An entry of the ledger. */
export const creditEntry = v.object({
  number: v.number(),
  at: instant,
  /** The reason for the booking, such as `creditGranted` or `usageCharged`. */
  kind: v.string(),
  cause: v.object({ kind: v.string(), id: v.string() }),
  /** Positive into the account, negative out of it. */
  amount: micros,
})
export type CreditEntry = v.InferOutput<typeof creditEntry>
