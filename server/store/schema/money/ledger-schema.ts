import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  customType,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { OrganizationId, UserId } from '../../../../src/contract/wire/common.ts'
import { counter, id, newId, time } from '../columns.ts'

/** Whole units of a currency, of any size: micro-dollars, or the smallest units of a token. */
const amount = () => numeric({ precision: 78, scale: 0, mode: 'bigint' })

/** The id of a database transaction, which never wraps around. */
const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
const ownTransaction = () => transactionId().notNull().default(sql`pg_current_xact_id()`)

/**
 * Accounts with an owner carry their balance, which triggers keep; those of the installation take part in every booking,
 * so that a stored balance would serialise all of them.
 */
export const ledgerAccounts = pgTable(
  'ledger_account',
  {
    id: newId<string>(),
    /** Such as `credit` of an organisation, `referralCredit` of a user or `revenue` of the installation. */
    kind: text().notNull(),
    userId: id<UserId>(),
    organizationId: id<OrganizationId>(),
    /** Which of several accounts of a kind, such as the payment processor. */
    part: text(),
    currency: text().notNull().default('USD'),
    key: text()
      .notNull()
      .generatedAlwaysAs(
        sql`kind || '/' || coalesce(user_id::text, '') || '/' || coalesce(organization_id::text, '') || '/' || coalesce(part, '') || '/' || currency`,
      ),
    /** The sum of all entries; null for accounts of the installation. */
    posted: amount(),
    /** The part of `posted` that is reserved by holds. */
    held: amount(),
    createdAt: time().notNull(),
  },
  (table) => [
    unique('ledger_account_key').on(table.key),
    check(
      'ledger_account_kept',
      sql`num_nulls(posted, held) = case when user_id is null and organization_id is null then 2 else 0 end`,
    ),
    check(
      'ledger_account_covered',
      sql`case kind when 'receivable' then posted <= 0 and held = 0 else held >= 0 and posted >= held end`,
    ),
  ],
)

/** Bookings. The entries of one add up to zero in each currency, which the database checks on commit. */
export const ledgerTransactions = pgTable(
  'ledger_transaction',
  {
    id: newId<string>(),
    kind: text().notNull(),
    /** Unique, so that nothing is booked twice. */
    key: text().notNull().unique('ledger_transaction_key'),
    causeKind: text().notNull(),
    causeId: text().notNull(),
    at: time().notNull(),
    xid: ownTransaction(),
  },
  (table) => [index().on(table.causeKind, table.causeId)],
)

/** Never changed. Without foreign keys, because these would lock the accounts of the installation; a trigger checks them. */
export const ledgerEntries = pgTable(
  'ledger_entry',
  {
    number: counter().primaryKey().generatedAlwaysAsIdentity(),
    transactionId: id<string>().notNull(),
    accountId: id<string>().notNull(),
    /** Of an entry of `credit`: the lot that it changes. */
    lotId: id<string>(),
    /** Set if the entry changes the held part, and not the available one. */
    holdId: id<string>(),
    currency: text().notNull().default('USD'),
    /** Positive into the account, negative out of it. */
    amount: amount().notNull(),
    xid: ownTransaction(),
  },
  (table) => [
    index().on(table.transactionId),
    index().on(table.accountId, table.xid),
    index().on(table.lotId).where(sql`lot_id is not null`),
    index().on(table.holdId).where(sql`hold_id is not null`),
    check('ledger_entry_amount', sql`amount <> 0 and amount <> 'NaN'`),
  ],
)

/** Portions of an organisation's credit that share their source, expiry and scope. No index contains what each booking changes. */
export const ledgerLots = pgTable(
  'ledger_lot',
  {
    id: newId<string>(),
    accountId: id<string>()
      .notNull()
      .references(() => ledgerAccounts.id),
    source: text().notNull(),
    /** The scope that it may be spent in; null for all. */
    scope: text(),
    validFrom: time().notNull(),
    expiresAt: time(),
    pricePaid: amount().notNull(),
    priceCurrency: text().notNull().default('USD'),
    remaining: amount().notNull().default(sql`0`),
    held: amount().notNull().default(sql`0`),
  },
  (table) => [
    index().on(table.accountId),
    index().on(table.expiresAt),
    check('ledger_lot_covered', sql`held >= 0 and remaining >= held`),
    check('ledger_lot_period', sql`expires_at > valid_from`),
    check('ledger_lot_price', sql`price_paid >= 0 and price_paid <> 'NaN'`),
  ],
)

/** Credit that is reserved for something, lot by lot. */
export const ledgerHolds = pgTable(
  'ledger_hold',
  {
    id: newId<string>(),
    accountId: id<string>()
      .notNull()
      .references(() => ledgerAccounts.id),
    scopes: text().array().notNull(),
    at: time().notNull(),
    remaining: amount().notNull().default(sql`0`),
  },
  (table) => [index().on(table.accountId), check('ledger_hold_covered', sql`remaining >= 0`)],
)

/**
 * What holds reserve of lots, because a hold that lives for long has very many entries. The trigger of entries keeps it, and
 * checks what it refers to.
 */
export const ledgerHoldLots = pgTable(
  'ledger_hold_lot',
  {
    holdId: id<string>().notNull(),
    lotId: id<string>().notNull(),
    remaining: amount().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.holdId, table.lotId] }),
    check('ledger_hold_lot_covered', sql`remaining >= 0`),
  ],
)

/** The balance of an account of the installation by all database transactions before `bound`. */
export const ledgerSnapshots = pgTable(
  'ledger_snapshot',
  {
    accountId: id<string>()
      .notNull()
      .references(() => ledgerAccounts.id),
    /** Identifies the database cluster: another one counts its transactions anew. */
    cluster: bigint({ mode: 'bigint' }).notNull(),
    bound: transactionId().notNull(),
    balance: amount().notNull(),
    at: time().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.cluster, table.bound] })],
)

/** The nightly checks of the ledger, one a day. */
export const ledgerChecks = pgTable(
  'ledger_check',
  {
    day: date({ mode: 'string' }).notNull(),
    finishedAt: time(),
    differences: integer(),
  },
  (table) => [uniqueIndex('ledger_check_day').on(table.day)],
)
