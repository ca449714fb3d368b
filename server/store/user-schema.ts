import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { type LoginProvider, loginProviders, type Provider } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Notification } from '../../src/contract/wire/notification.ts'
import type { ProviderIdentity } from '../session/providers/sign-in-driver.ts'
import { counter, id, newId, time } from './columns.ts'

export const users = pgTable('user', {
  id: newId<UserId>(),
  username: text().notNull().unique(),
  name: text().notNull(),
  email: text(),
  /** Whether a provider vouched for the address. One that was only typed proves nothing. */
  emailVerified: boolean().notNull().default(false),
  /** An address of this control plane (`/api/avatar/…`), or the one that a provider gave. */
  avatar: text(),
  role: text().notNull().default('user'),
  theme: text({ enum: ['light', 'dark', 'default'] })
    .notNull()
    .default('dark'),
  referralEnabled: boolean().notNull().default(false),
  defaultOrganization: id<OrganizationId>(),
  /** The referral code that the person came with. */
  referredWith: text(),
  /** The random name under which authenticators keep the user's passkeys; made with the first one. */
  passkeyHandle: text().unique(),
  /** Why the person may not sign in any more; null for everybody else. */
  bannedFor: text(),
  /** The last sequence number given to a notification of this person. */
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
    /** The provider's own id of the person, which never changes, unlike a username; for a wallet, its address. */
    subject: text().notNull(),
    name: text().notNull(),
    username: text().notNull(),
    url: text(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index().on(table.userId)],
)

/** Where a person is signed in: a browser or a command line. */
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
    /** The login that opened it, or the session that let it in; it ends when that login is disconnected. */
    provider: text({ enum: loginProviders }),
    /** The passkey that opened it, or the session that let it in; it ends when that passkey is removed. */
    passkeyId: id<string>(),
    /** When a second factor was last proved in it. */
    steppedUpAt: time(),
    /** SHA-256 of the secret that a session of an earlier version began with; newer secrets name their session themselves. */
    secretHash: text(),
    /** Counts renewals; each has a secret of its own. */
    generation: counter().notNull().default(0),
    /** The newest generation whose secret or access token was used: it is known to have arrived. */
    confirmedGeneration: counter().notNull().default(0),
    rotatedAt: time().notNull().defaultNow(),
    userAgent: text().notNull().default(''),
    address: text().notNull().default(''),
    createdAt: time().notNull().defaultNow(),
    /** When its user logged in. A command line has the time of the session that let it in. */
    loggedInAt: time().notNull().defaultNow(),
    lastSeenAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
    endedAt: time(),
  },
  (table) => [index().on(table.userId), index().on(table.secretHash)],
)

/** What a browser exchanges for its access token, or for a connected login, after it came back from a provider. */
export const signInCodes = pgTable(
  'sign_in_code',
  {
    codeHash: text().primaryKey(),
    /** SHA-256 of the cookie of the browser that the code is for. */
    browserHash: text().notNull(),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    grant: jsonb().$type<SignInGrant>().notNull(),
    expiresAt: time().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.expiresAt)],
)

/** What a code is good for. */
export type SignInGrant =
  | { kind: 'signIn'; provider: LoginProvider; isNew: boolean }
  | { kind: 'connect'; provider: Provider; session: string; identity: ProviderIdentity }

/** A command line that waits for a person to let it in. */
export const deviceLogins = pgTable('device_login', {
  /** SHA-256 of the code that only the device knows. */
  deviceHash: text().primaryKey(),
  userCode: text().notNull().unique(),
  userAgent: text().notNull(),
  address: text().notNull(),
  status: text({ enum: ['pending', 'approved', 'denied', 'used'] })
    .notNull()
    .default('pending'),
  /** Who decided. */
  userId: id<UserId>().references(() => users.id, { onDelete: 'cascade' }),
  /** The session in which they did: it has to live until the device has come in. */
  sessionId: id<string>(),
  polledAt: time(),
  createdAt: time().notNull().defaultNow(),
  expiresAt: time().notNull(),
})

/** What a wallet is asked to sign; good once. */
export const walletNonces = pgTable(
  'wallet_nonce',
  {
    nonce: text().primaryKey(),
    /** What the message says; what was signed for one purpose is good for no other. */
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

/** The banners of the configuration that a person has opened or put away. */
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
