import { boolean, index, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { counter, id, newId, time } from './columns.ts'

/** One row for each installation: a mark that engines' workloads carry, so that two installations never touch each other's. */
export const installations = pgTable('installation', {
  id: text().primaryKey(),
  createdAt: time().notNull().defaultNow(),
})

export const users = pgTable('user', {
  id: newId<UserId>(),
  username: text().notNull().unique(),
  name: text().notNull(),
  email: text(),
  avatar: text(),
  role: text().notNull().default('user'),
  theme: text({ enum: ['light', 'dark', 'default'] })
    .notNull()
    .default('dark'),
  referralEnabled: boolean().notNull().default(false),
  defaultOrganization: id<OrganizationId>(),
  /** The referral code that the person came with. */
  referredWith: text(),
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
    provider: text({ enum: ['google', 'github', 'gitlab', 'bitbucket'] }).notNull(),
    /** The provider's own id of the person; never changes, unlike a username. */
    subject: text().notNull(),
    name: text().notNull(),
    username: text().notNull(),
    url: text(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] }), index().on(table.userId)],
)

export const sessions = pgTable(
  'session',
  {
    id: newId<string>(),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
    endedAt: time(),
  },
  (table) => [index().on(table.userId)],
)

export const organizations = pgTable('organization', {
  id: newId<OrganizationId>(),
  name: text().notNull(),
  username: text().notNull().unique(),
  image: text(),
  preferedAppType: text({ enum: ['site', 'compute', 'storage'] })
    .notNull()
    .default('compute'),
  siteId: id<OrganizationId>().notNull().unique(),
  computeId: id<OrganizationId>().notNull().unique(),
  storageId: id<OrganizationId>().notNull().unique(),
  publiclyAccessible: boolean().notNull().default(false),
  /** The last sequence number given to an event of this organisation; its row is locked while one is added, so order is commit order. */
  eventSequence: counter().notNull().default(0),
  createdAt: time().notNull().defaultNow(),
  updatedAt: time().notNull().defaultNow(),
})

export const members = pgTable(
  'member',
  {
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: ['owner', 'admin', 'member'] })
      .notNull()
      .default('member'),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] }), index().on(table.userId)],
)

/** The outbox: written in the transaction of the change that it tells of. */
export const organizationEvents = pgTable(
  'organization_event',
  {
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    sequence: counter().notNull(),
    event: jsonb().$type<OrganizationEvent>().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.sequence] }), index().on(table.createdAt)],
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
    additionalData: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    read: boolean().notNull().default(false),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [unique().on(table.userId, table.sequence)],
)

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
    answer: jsonb(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.key] }), index().on(table.createdAt)],
)
