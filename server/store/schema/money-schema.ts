import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { counter, id, newId, time } from './columns.ts'
import { users } from './user-schema.ts'

/**
 * The double-entry ledger, in micro-dollars. An account's balance is the sum of its entries and is not stored; the
 * entries of a transaction add up to zero, which the database checks on commit; entries are never changed.
 */
export const ledgerAccounts = pgTable(
  'ledger_account',
  {
    id: newId<string>(),
    /** The kind of credit, such as `referralCredit` of a user or `credit` of an organisation. */
    kind: text().notNull(),
    userId: id<UserId>(),
    organizationId: id<OrganizationId>(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [unique('ledger_account_owner').on(table.kind, table.userId, table.organizationId).nullsNotDistinct()],
)

export const ledgerTransactions = pgTable('ledger_transaction', {
  id: newId<string>(),
  kind: text().notNull(),
  /** The cause; unique, so that nothing is booked twice. */
  reference: text().notNull().unique(),
  createdAt: time().notNull().defaultNow(),
})

export const ledgerEntries = pgTable(
  'ledger_entry',
  {
    number: counter().primaryKey().generatedAlwaysAsIdentity(),
    transactionId: id<string>()
      .notNull()
      .references(() => ledgerTransactions.id),
    accountId: id<string>()
      .notNull()
      .references(() => ledgerAccounts.id),
    /** Positive into the account, negative out of it. */
    amountMicros: counter().notNull(),
  },
  (table) => [
    index().on(table.accountId),
    index().on(table.transactionId),
    check('ledger_entry_not_zero', sql`amount_micros <> 0`),
  ],
)

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
    amountMicros: counter().notNull().default(0),
    paymentDone: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.referrerId)],
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
