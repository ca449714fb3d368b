import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { id, newId, time } from './columns.ts'

/**
 * One row: the id with which this installation labels its workloads, so that two installations never touch each
 * other's.
 */
export const installations = pgTable('installation', {
  id: text().primaryKey(),
  /** When values of variables were removed from events and stored responses that an earlier version had written. */
  valuesRemovedAt: time(),
  /** Since when only users with granted access are admitted; null admits everyone. */
  accessRestrictedAt: time(),
  /** Since when usage is charged; null while billing is off. */
  billingSince: time(),
  createdAt: time().notNull().defaultNow(),
})

/** Responses to mutations, kept for 24 hours so that a repeated request gets the same one. */
export const idempotencyKeys = pgTable(
  'idempotency_key',
  {
    userId: id<UserId>().notNull(),
    key: text().notNull(),
    /** Hash of method, path and body: the same key with a different request is rejected. */
    fingerprint: text().notNull(),
    /** Null while the first request runs. */
    status: integer(),
    response: jsonb(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index().on(table.createdAt)],
)

/** Solved puzzles, until they expire: each is accepted once. */
export const usedCaptchas = pgTable('used_captcha', {
  nonce: text().primaryKey(),
  expiresAt: time().notNull(),
})

/** Mails that the sandbox stored instead of sending. */
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
