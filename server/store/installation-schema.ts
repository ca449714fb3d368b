import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { UserId } from '../../src/contract/wire/common.ts'
import { id, newId, time } from './columns.ts'

/** One row for each installation: a mark that engines' workloads carry, so that two installations never touch each other's. */
export const installations = pgTable('installation', {
  id: text().primaryKey(),
  /** When values of variables were removed from events and kept answers that an earlier version had written. */
  valuesRemovedAt: time(),
  createdAt: time().notNull().defaultNow(),
})

/** The answers of writes, kept for 24 h so that a repeated request gets the same one. */
export const idempotencyKeys = pgTable(
  'idempotency_key',
  {
    userId: id<UserId>().notNull(),
    key: text().notNull(),
    /** Of method, path and body: the same key with another request is refused. */
    fingerprint: text().notNull(),
    /** Null while the first request runs. */
    status: integer(),
    response: jsonb(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index().on(table.createdAt)],
)

/** Mails that the sandbox kept instead of sending. */
export const sandboxMails = pgTable(
  'sandbox_mail',
  {
    id: newId<string>(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.createdAt)],
)
