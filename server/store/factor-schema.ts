import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { loginProviders } from '../../src/contract/wire/account.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
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
    /** The authenticator's id of the credential, base64url. Belongs to one account only. */
    credentialId: text().notNull().unique(),
    /** COSE. */
    publicKey: bytes().notNull(),
    /** Signatures so far; 0 for authenticators that do not count. */
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
  /** The session that started the set-up: only it can confirm. */
  startedIn: id<string>().notNull(),
  startedAt: time().notNull().defaultNow(),
  /** Null until a first code proved that the app has the secret. */
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

/** Wrong codes of a user since the last right one. */
export const codeAttempts = pgTable('code_attempt', {
  userId: ofUser().primaryKey(),
  failures: integer().notNull().default(0),
  lockedUntil: time(),
})

/** A login that was proved, of an account that wants a second factor. It is no session: it can only become one. */
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

/** What an authenticator is asked to sign; deleted when it is used. */
export const passkeyChallenges = pgTable(
  'passkey_challenge',
  {
    challenge: text().primaryKey(),
    purpose: text({ enum: ['enrol', 'signIn', 'secondFactor', 'stepUp'] }).notNull(),
    /** Who may answer it: a session's id, or the hash of a pending sign-in or of a browser's cookie. */
    holder: text().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.expiresAt)],
)
