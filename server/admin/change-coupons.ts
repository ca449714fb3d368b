import { desc, eq } from 'drizzle-orm'
import { writeOperatorAudit } from '../audit/write-audit.ts'
import { type CouponRow, codeHashOf, lockCoupon, type NewCoupon } from '../money/coupons/coupon-rows.ts'
import type { Db } from '../store/connection.ts'
import { coupons } from '../store/schema.ts'

export type CouponTerms = Omit<NewCoupon, 'codeHash' | 'createdBy' | 'createdAt' | 'endedAt' | 'uses'>

/** Creates a coupon. Returns undefined if its code exists. */
export const createCoupon = (db: Db, operator: string, terms: CouponTerms, at: Date): Promise<CouponRow | undefined> =>
  db.transaction(async (tx) => {
    const [row] = await tx
      .insert(coupons)
      .values({ ...terms, codeHash: codeHashOf(terms.code), createdBy: operator, createdAt: at })
      .onConflictDoNothing()
      .returning()
    if (!row) return undefined
    const { id, codeHash, ...after } = row
    await writeOperatorAudit(tx, {
      userId: null,
      operator,
      action: 'coupon.created',
      before: {},
      after: Object.fromEntries(
        Object.entries(after).map(([name, value]) => [name, value === null ? null : String(value)]),
      ),
    })
    return row
  })

/** Ends a coupon: it cannot be redeemed any more, and pending redemptions expire. Returns undefined if there is none. */
export const endCoupon = (
  db: Db,
  operator: string,
  code: string,
  at: Date,
): Promise<{ isChanged: boolean } | undefined> =>
  db.transaction(async (tx) => {
    const coupon = await lockCoupon(tx, code)
    if (!coupon) return undefined
    if (coupon.endedAt) return { isChanged: false }
    await tx.update(coupons).set({ endedAt: at }).where(eq(coupons.id, coupon.id))
    await writeOperatorAudit(tx, {
      userId: null,
      operator,
      action: 'coupon.ended',
      before: { code: coupon.code },
      after: { code: coupon.code, endedAt: at.toISOString() },
    })
    return { isChanged: true }
  })

const MAX_LISTED = 200

export const listCoupons = (db: Db): Promise<CouponRow[]> =>
  db.select().from(coupons).orderBy(desc(coupons.createdAt), coupons.code).limit(MAX_LISTED)
