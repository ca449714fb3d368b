import { pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** Solved puzzles, until they expire: each is accepted once. */
export const usedCaptchas = pgTable('used_captcha', {
  nonce: text().primaryKey(),
  expiresAt: time().notNull(),
})
