import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { RedemptionStatus } from '../../../src/contract/wire/money/credit.ts'
import type { Actor } from '../../audit/actor.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { couponRedemptions, coupons } from '../../store/schema.ts'
import { creditOf } from '../account.ts'
import { balanceOf } from '../ledger.ts'
import { applyCoupons } from './apply-coupons.ts'
import { type CouponRow, endOf, lockCoupon, usesOf } from './coupon-rows.ts'
import { hasPurchased } from './has-purchased.ts'

export interface Redemption {
  organizationId: OrganizationId
  redeemedBy: Actor
  code: string
  at: Date
}

export interface RedemptionResult {
  status: RedemptionStatus
  /** The granted credit, in micro-dollars; null unless it succeeded. */
  amount: number | null
}

/**
 * Redeems a coupon for an organisation, which must be locked. The credit is granted at once if its condition is met, and by
 * itself later otherwise. Throws `invalidCoupon` for an unknown code.
 */
export const redeemCoupon = async (tx: Tx, redemption: Redemption): Promise<RedemptionResult> => {
  const { organizationId, redeemedBy, code, at } = redemption
  const coupon = await lockCoupon(tx, code)
  if (!coupon) throw new ApiError('invalidCoupon')
  const hindrance = await hindranceOf(tx, coupon, redemption)
  if (hindrance) return { status: hindrance, amount: null }
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} + 1` })
    .where(eq(coupons.id, coupon.id))
  const [row] = await tx
    .insert(couponRedemptions)
    .values({ couponId: coupon.id, organizationId, userId: redeemedBy.userId, redeemedBy, redeemedAt: at })
    .returning({ id: couponRedemptions.id })
  const applied = (await applyCoupons(tx, organizationId, at)).find(({ redemptionId }) => redemptionId === row?.id)
  if (applied) return { status: 'Success', amount: applied.micros }
  await publishOrganizationEvents(tx, organizationId, { kind: 'creditsChanged' })
  await writeAudit(tx, redeemedBy, { organizationId, action: 'credit.couponRedeemed', target: coupon.code })
  return { status: 'Pending', amount: null }
}

/** Returns what redeeming a coupon would result in, and changes nothing. */
export const redemptionStatus = async (
  db: DbOrTx,
  coupon: CouponRow,
  redemption: Redemption,
): Promise<RedemptionStatus> => {
  const hindrance = await hindranceOf(db, coupon, redemption)
  if (hindrance) return hindrance
  const { percent, firstPurchase, minBalance } = coupon
  if (percent !== null || firstPurchase) return 'Pending'
  const isEnough = minBalance === null || (await balanceOf(db, creditOf(redemption.organizationId))) >= minBalance
  return isEnough ? 'Success' : 'Pending'
}

const hindranceOf = async (
  db: DbOrTx,
  coupon: CouponRow,
  { organizationId, redeemedBy, at }: Redemption,
): Promise<'Error' | 'Expired' | undefined> => {
  const { id, startsAt, uses, maxUses, maxUsesPerOrganization, maxUsesPerUser } = coupon
  const { ofOrganization, ofUser } = await usesOf(db, id, { organizationId, userId: redeemedBy.userId })
  const isBought = coupon.firstPurchase && (await hasPurchased(db, organizationId))
  const isUsedUp =
    uses >= (maxUses ?? Number.POSITIVE_INFINITY) ||
    ofOrganization >= (maxUsesPerOrganization ?? Number.POSITIVE_INFINITY) ||
    ofUser >= (maxUsesPerUser ?? Number.POSITIVE_INFINITY)
  const isOfOther = coupon.organizationId !== null && coupon.organizationId !== organizationId
  const isEarly = startsAt !== null && startsAt > at
  const end = endOf(coupon)
  // Whether a coupon of another organisation has ended, or is used up, stays unknown.
  if (isOfOther || isEarly) return 'Error'
  if (end !== null && end <= at) return 'Expired'
  return isUsedUp || isBought ? 'Error' : undefined
}

/** Deletes the oldest pending redemption of a code, which may be redeemed again then. The organisation must be locked. */
export const deletePendingCoupon = async (tx: Tx, { organizationId, redeemedBy, code }: Omit<Redemption, 'at'>) => {
  const coupon = await lockCoupon(tx, code)
  const own = and(
    eq(couponRedemptions.couponId, coupon?.id ?? sql`null`),
    eq(couponRedemptions.organizationId, organizationId),
  )
  const [pending] = await tx
    .select({ id: couponRedemptions.id })
    .from(couponRedemptions)
    .where(and(own, isNull(couponRedemptions.appliedAt)))
    .orderBy(asc(couponRedemptions.redeemedAt), couponRedemptions.id)
    .limit(1)
  if (!coupon || !pending)
    throw new ApiError(coupon && (await tx.$count(couponRedemptions, own)) > 0 ? 'couponApplied' : 'notFound')
  await tx.delete(couponRedemptions).where(eq(couponRedemptions.id, pending.id))
  await tx
    .update(coupons)
    .set({ uses: sql`${coupons.uses} - 1` })
    .where(eq(coupons.id, coupon.id))
  await publishOrganizationEvents(tx, organizationId, { kind: 'creditsChanged' })
  await writeAudit(tx, redeemedBy, { organizationId, action: 'credit.couponDeleted', target: coupon.code })
}
