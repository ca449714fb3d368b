import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { type LoginProvider, loginProviders, type Provider } from '../../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { Notification } from '../../../src/contract/wire/notification.ts'
import type { ProviderIdentity } from '../../session/providers/sign-in-driver.ts'
import { counter, id, newId, time } from './columns.ts'

export const users = pgTable('user', {
  id: newId<UserId>(),
  username: text().notNull().unique(),
  name: text().notNull(),
  email: text(),
  /** Whether a provider has verified the address; the user may have typed any other. */
  emailVerified: boolean().notNull().default(false),
  /** The address of an avatar stored here (`/api/avatar/…`), or of the login provider's picture. */
  avatar: text(),
  role: text().notNull().default('user'),
  theme: text({ enum: ['light', 'dark', 'default'] })
    .notNull()
    .default('dark'),
  referralEnabled: boolean().notNull().default(false),
  defaultOrganization: id<OrganizationId>(),
  /** The referral code with which the user signed up. */
  referredWith: text(),
  /** The random handle under which authenticators store the user's passkeys; created with the first one. */
  passkeyHandle: text().unique(),
  /** Why the user is banned; null if they are not. */
  bannedFor: text(),
  /** Why nobody may sign in as this user until the operator has checked the account; null if there is no check. */
  securityCheckFor: text(),
  /** Access to an installation whose access is restricted; null if the user never tried to sign in there. */
  developmentAccess: text({ enum: ['requested', 'granted', 'denied'] }),
  /** The last sequence number of this user's notifications. */
  notificationSequence: counter().notNull().default(0),
  createdAt: time().notNull().defaultNow(),
  updatedAt: time().notNull().defaultNow(),
})

export const loginConnections = pgTable(
  'login_connection',
  {
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text({ enum: loginProviders }).notNull(),
    /** The provider's own id of the user, which never changes, unlike a username; for a wallet, its address. */
    subject: text().notNull(),
    name: text().notNull(),
    username: text().notNull(),
    url: text(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index().on(table.userId)],
)

/** A signed-in browser or command line. */
export const sessions = pgTable(
  'session',
  {
    id: newId<string>(),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['browser', 'commandLine'] })
      .notNull()
      .default('browser'),
    /** The login that opened it, or the session that approved it; it ends when that login is disconnected. */
    provider: text({ enum: loginProviders }),
    /** The passkey that opened it, or the session that approved it; it ends when that passkey is removed. */
    passkeyId: id<string>(),
    /** When a second factor was last proved in this session. */
    steppedUpAt: time(),
    /**
     * SHA-256 of the first secret of a session of an earlier version; newer secrets contain the id of their session.
     */
    secretHash: text(),
    /** Counts rotations of the secret. */
    generation: counter().notNull().default(0),
    /** The newest generation whose secret or access token was used, and has therefore arrived. */
    confirmedGeneration: counter().notNull().default(0),
    rotatedAt: time().notNull().defaultNow(),
    userAgent: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: time().notNull().defaultNow(),
    /** When the user logged in. A command line inherits the time of the session that approved it. */
    loggedInAt: time().notNull().defaultNow(),
    lastSeenAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
    endedAt: time(),
  },
  (table) => [index().on(table.userId), index().on(table.secretHash)],
)

/** Codes that a browser exchanges for its access token, or for a connected login, after the provider's redirect. */
export const signInCodes = pgTable(
  'sign_in_code',
  {
    codeHash: text().primaryKey(),
    /** SHA-256 of the cookie of the browser to which the code was issued. */
    browserHash: text().notNull(),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    grant: jsonb().$type<SignInGrant>().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** The result of redeeming a code. */
export type SignInGrant =
  | { kind: 'signIn'; provider: LoginProvider; isNew: boolean }
  | { kind: 'connect'; provider: Provider; session: string; identity: ProviderIdentity }

/** A command line that waits for a user's approval. */
export const deviceLogins = pgTable('device_login', {
  /** SHA-256 of the code that only the device has. */
  deviceHash: text().primaryKey(),
  userCode: text().notNull().unique(),
  userAgent: text().notNull(),
  address: text().notNull(),
  status: text({ enum: ['pending', 'approved', 'denied', 'used'] })
    .notNull()
    .default('pending'),
  /** The user who approved or denied it. */
  userId: id<UserId>().references(() => users.id, { onDelete: 'cascade' }),
  /** The session in which they did; it must be live until the device has its token. */
  sessionId: id<string>(),
  polledAt: time(),
  createdAt: time().notNull().defaultNow(),
  expiresAt: time().notNull(),
})

/** A message for a wallet to sign; valid once. */
export const walletNonces = pgTable(
  'wallet_nonce',
  {
    nonce: text().primaryKey(),
    /** The purpose of the message; a signature for one purpose is not valid for another. */
    purpose: text({ enum: ['signIn', 'disconnect'] })
      .notNull()
      .default('signIn'),
    wallet: text({ enum: ['metamask', 'phantom'] }).notNull(),
    address: text().notNull(),
    message: text().notNull(),
    expiresAt: time().notNull(),
    usedAt: time(),
  },
  (table) => [index().on(table.expiresAt)],
)

export const notifications = pgTable(
  'notification',
  {
    id: newId<string>(),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sequence: counter().notNull(),
    type: text({ enum: ['error', 'warning', 'success', 'info'] }).notNull(),
    title: text().notNull(),
    message: text().notNull().default(''),
    description: text().notNull().default(''),
    session: text(),
    additionalData: jsonb().$type<Notification['additionalData']>().notNull().default({}),
    read: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    unique().on(table.userId, table.sequence),
    index('notification_unread_index').on(table.userId).where(sql`not ${table.read}`),
  ],
)

/** The configured banners that a user has opened or dismissed. */
export const bannerVisits = pgTable(
  'banner_visit',
  {
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bannerId: text().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.bannerId] })],
)

/** The name of a user that others see; null if there is no user. */
export const displayName = sql<string | null>`coalesce(nullif(${users.name}, ''), ${users.username})`
