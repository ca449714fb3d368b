import { sql } from 'drizzle-orm'
import { boolean, check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { Permission, TokenScope } from '../../../src/contract/access.ts'
import type { OrganizationEvent } from '../../../src/contract/live.ts'
import type { InviteId, OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { Registry } from '../../../src/contract/wire/organization.ts'
import { roleGroups } from '../../../src/contract/wire/role.ts'
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
  /** Its last event before it became public: visitors receive none from before. */
  publicSince: counter().notNull().default(0),
  /** Categories of events that are mailed to its owners and administrators. */
  notificationCategories: text().array().notNull().default(['members', 'security']),
  /** Addresses of domain registries on a chain. */
  registries: jsonb().$type<Omit<Registry, 'id'>[]>().notNull().default([]),
  /**
   * The last sequence number of this organisation's events. Its row is locked while an event is added, so the order is
   * the commit order.
   */
  eventSequence: counter().notNull().default(0),
  /** When it was deleted: hidden at once, while a job removes the rest. */
  deletedAt: time(),
  createdAt: time().notNull().defaultNow(),
  updatedAt: time().notNull().defaultNow(),
})

/** Former usernames of an organisation: links with them still work, and no other organisation may take them. */
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

/** Permissions of a role in an organisation that has changed them; other roles have the defaults. */
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
    /** The user who accepted it; repeating the request succeeds. */
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

/**
 * Sent invitation mails. Without references, so that they count for limits after their organisation or user is gone.
 */
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
    /** Tokens from before there were scopes got the default. */
    scopes: text().array().$type<TokenScope[]>().notNull().default(['read', 'deploy']),
    /** SHA-256 of the key, which is not stored. */
    hash: text().notNull().unique(),
    /** The first characters, to tell keys apart. */
    start: text().notNull(),
    /** Null means never. */
    expiresAt: time(),
    lastUsedAt: time(),
    lastUsedFrom: text(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.userId), index().on(table.organizationId)],
)

/**
 * Who did what from where, in an organisation or to a user's own account. Rows are only added; a trigger rejects
 * changes and links each entry to the previous one by hash. Only retention removes entries, oldest first.
 */
export const auditEntries = pgTable(
  'audit_entry',
  {
    /**
     * Counts the entries of all chains, so it must not leave the server: it would show how busy other organisations
     * are.
     */
    number: counter().primaryKey().generatedAlwaysAsIdentity(),
    /** Not a reference: the entries outlive the organisation. */
    organizationId: id<OrganizationId>(),
    /** The user, for an entry about a user's own account. */
    userId: id<UserId>(),
    /** Position in the organisation's or the user's chain, from 1; set by the trigger, as is the hash. */
    sequence: counter().notNull().default(0),
    hash: bytes().notNull().default(sql`''`),
    /** Not a reference: an entry outlives the user. */
    actorId: id<UserId>(),
    actorName: text().notNull(),
    /** The API token that acted for them. */
    apiKeyName: text(),
    action: text().notNull(),
    /** The object of the action, as text. */
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

/** Both ends of each chain of audit entries, so that entries missing at an end are noticed. */
export const auditChains = pgTable('audit_chain', {
  /** The id of the organisation or the user. */
  id: id<OrganizationId | UserId>().primaryKey(),
  lastSequence: counter().notNull(),
  lastHash: bytes().notNull(),
  /** The last entry that retention removed; the remaining ones follow it. */
  removedSequence: counter().notNull().default(0),
  removedHash: bytes().notNull().default(sql`''`),
})

/** Billing address and related details of an organisation. */
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

/** The outbox: written in the transaction of the change that an event describes. */
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
