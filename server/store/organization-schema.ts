import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Permission, TokenScope } from '../../src/contract/access.ts'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { InviteId, OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { Registry } from '../../src/contract/wire/organization.ts'
import { roleGroups } from '../../src/contract/wire/role.ts'
import { bytes, counter, id, newId, time } from './columns.ts'
import { users } from './user-schema.ts'

export const organizations = pgTable('organization', {
  id: newId<OrganizationId>(),
  name: text().notNull(),
  username: text().notNull().unique(),
  /** The address of an uploaded picture (`/api/avatar/…`). */
  image: text(),
  preferedAppType: text({ enum: ['site', 'compute', 'storage'] })
    .notNull()
    .default('compute'),
  siteId: id<OrganizationId>().notNull().unique(),
  computeId: id<OrganizationId>().notNull().unique(),
  storageId: id<OrganizationId>().notNull().unique(),
  publiclyAccessible: boolean().notNull().default(false),
  /** What its members are told of by mail. */
  notificationCategories: text().array().notNull().default(['members', 'security']),
  /** Domain registries on a chain that it keeps the address of. */
  registries: jsonb().$type<Registry[]>().notNull().default([]),
  /** The last sequence number given to an event of this organisation; its row is locked while one is added, so order is commit order. */
  eventSequence: counter().notNull().default(0),
  /** From here on it is gone for everybody; a job takes away what is left. */
  deletedAt: time(),
  createdAt: time().notNull().defaultNow(),
  updatedAt: time().notNull().defaultNow(),
})

/** Usernames that an organisation had before: links with them still lead to it, and nobody else gets them. */
export const formerUsernames = pgTable(
  'former_username',
  {
    username: text().primaryKey(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.organizationId)],
)

export const members = pgTable(
  'member',
  {
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: roleGroups }).notNull().default('member'),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] }), index().on(table.userId)],
)

/** What a role may in an organisation that has changed it; the other roles are as the product has them. */
export const rolePermissions = pgTable(
  'role_permission',
  {
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    role: text({ enum: roleGroups }).notNull(),
    permissions: text().array().$type<Permission[]>().notNull(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.role] })],
)

export const invites = pgTable(
  'invite',
  {
    id: newId<InviteId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** In lower case. */
    email: text().notNull(),
    role: text({ enum: roleGroups }).notNull().default('member'),
    status: text({ enum: ['pending', 'accepted', 'declined', 'revoked'] })
      .notNull()
      .default('pending'),
    /** SHA-256 of the secret in the mail's link. */
    secretHash: text().notNull(),
    /** Who accepted it; asked again, they are answered again. */
    acceptedBy: id<UserId>().references(() => users.id, { onDelete: 'set null' }),
    invitedBy: id<UserId>().references(() => users.id, { onDelete: 'set null' }),
    sentAt: time().notNull().defaultNow(),
    expiresAt: time().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.organizationId, table.status),
    index().on(table.email),
    uniqueIndex('invite_pending').on(table.organizationId, table.email).where(sql`status = 'pending'`),
  ],
)

/** Mails of invitations that went out. Without references: what floods somebody is counted though its cause is gone. */
export const inviteSendings = pgTable(
  'invite_sending',
  {
    id: newId<string>(),
    organizationId: id<OrganizationId>().notNull(),
    userId: id<UserId>().notNull(),
    email: text().notNull(),
    sentAt: time().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.organizationId, table.sentAt),
    index().on(table.userId, table.sentAt),
    index().on(table.sentAt),
  ],
)

/** API tokens: each acts for its owner in one sub-organisation, within its scopes. */
export const apiKeys = pgTable(
  'api_key',
  {
    id: newId<string>(),
    userId: id<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    appType: text({ enum: ['site', 'compute', 'storage'] }).notNull(),
    name: text().notNull(),
    /** Tokens that are older than scopes got the default. */
    scopes: text().array().$type<TokenScope[]>().notNull().default(['read', 'deploy']),
    /** SHA-256 of the key, which nobody keeps. */
    hash: text().notNull().unique(),
    /** The first characters, to tell keys apart. */
    start: text().notNull(),
    /** Null: never. */
    expiresAt: time(),
    lastUsedAt: time(),
    lastUsedFrom: text(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.userId), index().on(table.organizationId)],
)

/**
 * What was done, by whom, from where: in an organisation, or to one user's own account. Rows are only added; a trigger
 * refuses changes, and links each entry to the one before it by hash. Only retention removes entries, oldest first.
 */
export const auditEntries = pgTable(
  'audit_entry',
  {
    /** Counts the entries of all chains together, so it never leaves the server: it would show how busy others are. */
    number: counter().primaryKey().generatedAlwaysAsIdentity(),
    /** No reference: the entries outlive the organisation. */
    organizationId: id<OrganizationId>(),
    /** Of an entry about a user's own account: whose. */
    userId: id<UserId>(),
    /** Its place in the organisation's or the user's chain, from 1; the trigger sets it, and the hash. */
    sequence: counter().notNull().default(0),
    hash: bytes().notNull().default(sql`''`),
    /** No reference: an entry outlives the person. */
    actorId: id<UserId>(),
    actorName: text().notNull(),
    /** The API token that spoke for them. */
    apiKeyName: text(),
    action: text().notNull(),
    /** What it was done to, in words. */
    target: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    address: text().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    check('audit_entry_owner', sql`num_nonnulls(${table.organizationId}, ${table.userId}) = 1`),
    uniqueIndex('audit_entry_place').on(sql`coalesce(${table.organizationId}, ${table.userId})`, table.sequence),
    index().on(table.createdAt),
  ],
)

/** The two ends of each chain of audit entries: without them, entries missing at an end would not be noticed. */
export const auditChains = pgTable('audit_chain', {
  /** Of the organisation or the user. */
  id: id<OrganizationId | UserId>().primaryKey(),
  lastSequence: counter().notNull(),
  lastHash: bytes().notNull(),
  /** The last entry that retention removed, where the kept entries go on. */
  removedSequence: counter().notNull().default(0),
  removedHash: bytes().notNull().default(sql`''`),
})

/** What bills are addressed with. */
export const billingDetails = pgTable('billing_details', {
  organizationId: id<OrganizationId>()
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  companyName: text().notNull().default(''),
  taxId: text().notNull().default(''),
  invoiceEmailRecipient: text().notNull().default(''),
  billingAddress: text().notNull().default(''),
  updatedAt: time().notNull().defaultNow(),
})

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
