import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrganizationId, UserId } from '../../../../src/contract/wire/common.ts'
import type { Actor } from '../../../audit/actor.ts'
import { id, newId, time } from '../columns.ts'

const micros = () => bigint({ mode: 'bigint' })

/** Coupons that operators create. They grant an amount of credit, or a percentage of a purchase. */
export const coupons = pgTable(
  'coupon',
  {
    id: newId<string>(),
    code: text().notNull(),
    /** Codes are found by their hash. */
    codeHash: text().notNull(),
    amount: micros(),
    percent: integer(),
    /** The most that a percentage grants. */
    maxAmount: micros(),
    /** Only this organisation may redeem it. */
    organizationId: id<OrganizationId>(),
    minBalance: micros(),
    firstPurchase: boolean().notNull().default(false),
    startsAt: time(),
    endsAt: time(),
    /** Ended by an operator. */
    endedAt: time(),
    /** How long the granted credit is valid; without it, it never expires. */
    creditDays: integer(),
    maxUses: integer(),
    maxUsesPerOrganization: integer(),
    maxUsesPerUser: integer(),
    uses: integer().notNull().default(0),
    createdBy: text().notNull(),
    createdAt: time().notNull(),
  },
  (table) => [
    uniqueIndex('coupon_code').on(table.codeHash),
    check('coupon_grant', sql`num_nonnulls(amount, percent) = 1 and amount > 0 and percent between 1 and 100`),
    check('coupon_uses', sql`uses between 0 and max_uses`),
  ],
)

/** Outlive their organisation, so that a user cannot redeem a coupon again in a new one. */
export const couponRedemptions = pgTable(
  'coupon_redemption',
  {
    id: newId<string>(),
    couponId: id<string>()
      .notNull()
      .references(() => coupons.id),
    organizationId: id<OrganizationId>().notNull(),
    userId: id<UserId>().notNull(),
    /** Who redeemed it, for the audit log. */
    redeemedBy: jsonb().$type<Actor>().notNull(),
    redeemedAt: time().notNull(),
    /** When the credit was granted; null while the redemption is pending. */
    appliedAt: time(),
    amount: micros(),
    lotId: id<string>(),
    /** The booking of the purchase that it was applied to. */
    purchaseId: id<string>(),
  },
  (table) => [
    index().on(table.couponId, table.userId),
    index().on(table.organizationId, table.couponId),
    index('coupon_redemption_pending').on(table.organizationId).where(sql`applied_at is null`),
    uniqueIndex('coupon_redemption_lot').on(table.lotId),
  ],
)
