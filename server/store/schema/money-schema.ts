import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { counter, id, newId, time } from './columns.ts'
import { users } from './user-schema.ts'

export const referralCodes = pgTable('referral_code', {
  userId: id<UserId>()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  code: text().notNull().unique(),
})

/** Which user referred which, and the credit earned by the first purchase. */
export const referrals = pgTable(
  'referral',
  {
    id: newId<string>(),
    referrerId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A user is referred only once. */
    userId: id<UserId>()
      .notNull()
      .unique()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The credit earned, without what refunds took back. */
    amountMicros: counter().notNull().default(0),
    paymentDone: boolean().notNull().default(false),
    /** The first purchase, such as `invoice/{id}`, and its amount without refunds. */
    purchase: text(),
    purchaseMicros: counter(),
    /** The refunds that have been subtracted. */
    refunds: text().array().notNull().default([]),
    earnedAt: time(),
    /** When the credit became usable; null while it is pending. */
    maturedAt: time(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.referrerId),
    index('referral_pending')
      .on(table.earnedAt)
      .where(sql`${table.maturedAt} is null and ${table.earnedAt} is not null`),
  ],
)

export const withdrawals = pgTable(
  'withdrawal',
  {
    id: newId<string>(),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id),
    firstName: text().notNull(),
    lastName: text().notNull(),
    amountMicros: counter().notNull(),
    walletAddress: text().notNull(),
    chainId: text().notNull(),
    networkName: text().notNull(),
    /** The signature that proved the wallet; valid for one withdrawal. */
    signature: text().notNull(),
    status: text({ enum: ['pending', 'paid', 'rejected'] })
      .notNull()
      .default('pending'),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.userId), uniqueIndex('withdrawal_signature').on(table.signature)],
)
