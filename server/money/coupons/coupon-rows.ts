import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { PendingCoupon } from '../../../src/contract/wire/money/credit.ts'
import { hashOf } from '../../keys/secrets.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { couponRedemptions, coupons } from '../../store/schema.ts'
import { exactNumber } from '../ledger.ts'

export type CouponRow = typeof coupons.$inferSelect
export type NewCoupon = typeof coupons.$inferInsert

/** Codes differ by more than case and spaces around them. */
export const normalizedCode = (code: string): string => code.trim().toUpperCase()

export const codeHashOf = (code: string): string => hashOf(normalizedCode(code))

export const findCoupon = async (db: DbOrTx, code: string): Promise<CouponRow | undefined> => {
  const [row] = await db
    .select()
    .from(coupons)
    .where(eq(coupons.codeHash, codeHashOf(code)))
  return row
}

/** Locks the coupon until the end of the transaction, so that its limits are counted one redemption after the other. */
export const lockCoupon = async (tx: Tx, code: string): Promise<CouponRow | undefined> => {
  const [row] = await tx
    .select()
    .from(coupons)
    .where(eq(coupons.codeHash, codeHashOf(code)))
    .for('no key update')
  return row
}

export interface CouponUses {
  ofOrganization: number
  ofUser: number
}

/** Counts redemptions, also pending ones. */
export const usesOf = async (
  db: DbOrTx,
  couponId: string,
  { organizationId, userId }: { organizationId: OrganizationId; userId: UserId },
): Promise<CouponUses> => {
  const ofCoupon = eq(couponRedemptions.couponId, couponId)
  const [ofOrganization, ofUser] = await Promise.all([
    db.$count(couponRedemptions, and(ofCoupon, eq(couponRedemptions.organizationId, organizationId))),
    db.$count(couponRedemptions, and(ofCoupon, eq(couponRedemptions.userId, userId))),
  ])
  return { ofOrganization, ofUser }
}

/** When a coupon ends, by its validity or by an operator; null if it does not. */
export const endOf = ({ endsAt, endedAt }: Pick<CouponRow, 'endsAt' | 'endedAt'>): Date | null => {
  if (!endsAt || !endedAt) return endsAt ?? endedAt
  return endsAt < endedAt ? endsAt : endedAt
}

const MAX_LISTED = 100

/** Lists what an organisation has redeemed and not got, the oldest first, those that expired last. */
export const pendingCouponsOf = async (
  db: DbOrTx,
  organizationId: OrganizationId,
  at: Date,
): Promise<PendingCoupon[]> => {
  const rows = await db
    .select({ redemption: couponRedemptions, coupon: coupons })
    .from(couponRedemptions)
    .innerJoin(coupons, eq(coupons.id, couponRedemptions.couponId))
    .where(and(eq(couponRedemptions.organizationId, organizationId), isNull(couponRedemptions.appliedAt)))
    .orderBy(
      sql`coalesce(least(${coupons.endsAt}, ${coupons.endedAt}) <= ${at.toISOString()}, false)`,
      asc(couponRedemptions.redeemedAt),
      couponRedemptions.id,
    )
    .limit(MAX_LISTED)
  return rows.map(({ redemption, coupon }) => pendingCouponWire(redemption, coupon, at))
}

const pendingCouponWire = (
  { id, redeemedAt }: typeof couponRedemptions.$inferSelect,
  coupon: CouponRow,
  at: Date,
): PendingCoupon => {
  const end = endOf(coupon)
  const micros = (amount: bigint | null) => (amount === null ? null : exactNumber(amount))
  return {
    _id: id,
    code: coupon.code,
    status: end !== null && end <= at ? 'expired' : 'pending',
    amount: micros(coupon.amount),
    percent: coupon.percent,
    maxAmount: micros(coupon.maxAmount),
    minBalance: micros(coupon.minBalance),
    firstPurchase: coupon.firstPurchase,
    redeemedAt: redeemedAt.toISOString(),
    endsAt: end?.toISOString() ?? null,
  }
}
