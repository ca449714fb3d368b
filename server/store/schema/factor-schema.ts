import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { loginProviders } from '../../../src/contract/wire/account.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { bytes, counter, id, newId, time } from './columns.ts'
import { users } from './user-schema.ts'

const ofUser = () =>
  id<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

export const passkeys = pgTable(
  'passkey',
  {
    id: newId<string>(),
    userId: ofUser(),
    /** The authenticator's id of the credential, in base64url. Belongs to only one account. */
    credentialId: text().notNull().unique(),
    /** COSE. */
    publicKey: bytes().notNull(),
    /** Signature counter; 0 for authenticators without one. */
    counter: counter().notNull(),
    transports: text().array().notNull().default([]),
    deviceType: text({ enum: ['singleDevice', 'multiDevice'] }).notNull(),
    backedUp: boolean().notNull(),
    name: text().notNull(),
    createdAt: time().notNull().defaultNow(),
    lastUsedAt: time(),
  },
  (table) => [index().on(table.userId)],
)

/** The authenticator app of a user. */
export const totpSecrets = pgTable('totp_secret', {
  userId: ofUser().primaryKey(),
  /** JWE with a key derived from the installation's secret, bound to the user. */
  sealed: text().notNull(),
  /** The session that started the set-up; only that session can confirm it. */
  startedIn: id<string>().notNull(),
  startedAt: time().notNull().defaultNow(),
  /** Null until the first code proves that the app has the secret. */
  confirmedAt: time(),
  /** The time step of the last accepted code: no code is accepted twice. */
  lastStep: counter().notNull().default(0),
})

export const recoveryCodes = pgTable(
  'recovery_code',
  {
    userId: ofUser(),
    /** HMAC with a key derived from the installation's secret. */
    hash: text().notNull(),
    createdAt: time().notNull().defaultNow(),
    usedAt: time(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)

/** Wrong codes of a user since the last valid one. */
export const codeAttempts = pgTable('code_attempt', {
  userId: ofUser().primaryKey(),
  failures: integer().notNull().default(0),
  lockedUntil: time(),
})

/**
 * A proved login of an account with a second factor. Not a session: it grants no access until the second factor is
 * proved.
 */
export const pendingSignIns = pgTable(
  'pending_sign_in',
  {
    /** SHA-256 of what the browser or script keeps. */
    secretHash: text().primaryKey(),
    userId: ofUser(),
    provider: text({ enum: loginProviders }).notNull(),
    userAgent: text().notNull(),
    address: text().notNull(),
    failures: integer().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.userId)],
)

/** A challenge for an authenticator; deleted when used. */
export const passkeyChallenges = pgTable(
  'passkey_challenge',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['enrol', 'signIn', 'secondFactor', 'stepUp'] }).notNull(),
    /** Binds it to a session's id, or to the hash of a pending sign-in or of a browser's cookie. */
    holder: text().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)
