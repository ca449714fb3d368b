import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { OrganizationEvent } from '../../src/contract/live.ts'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId, UserId } from '../../src/contract/wire/common.ts'
import type { Instance, LogType } from '../../src/contract/wire/compute.ts'

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({ dataType: () => 'bytea' })
const id = <T extends string>() => uuid().$type<T>()
const newId = <T extends string>() => id<T>().primaryKey().default(sql`gen_random_uuid()`)
const time = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })
const counter = () => bigint({ mode: 'number' })

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

export const projects = pgTable(
  'project',
  {
    id: newId<ProjectId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    provider: text().notNull().default(''),
    state: text({ enum: ['MAINTAINED', 'ARCHIVED'] })
      .notNull()
      .default('MAINTAINED'),
    lastInstanceStartedAt: time(),
    lastInstanceActivatedAt: time(),
    lastInstanceClosedAt: time(),
    lastInstanceFailedAt: time(),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.organizationId, table.createdAt)],
)

export const instances = pgTable(
  'instance',
  {
    id: newId<InstanceId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: id<ProjectId>()
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
    /** The host name's first label: `{host}.localhost`. */
    host: text().notNull().unique(),
    region: text().notNull(),
    templateId: text(),
    machineImageId: text().notNull(),
    image: text().notNull(),
    command: jsonb().$type<string[]>(),
    environment: jsonb().$type<{ name: string; value: string }[]>().notNull().default([]),
    containerPorts: jsonb().$type<number[]>().notNull().default([]),
    /** The registry's user and password, sealed with a key that comes from the installation's secret. */
    sealedRegistry: bytes(),
    cpuMilli: integer().notNull(),
    memoryBytes: counter().notNull(),
    storageBytes: counter().notNull(),
    dailyPriceMicros: counter().notNull(),
    /** Who deployed it and is told what came of it. */
    createdBy: id<UserId>(),

    /** What a person wishes. */
    wish: text({ enum: ['active', 'closed', 'deleted'] })
      .notNull()
      .default('active'),
    /** What was last observed. */
    state: text({ enum: ['Starting', 'Failed-start', 'Active', 'Closed'] })
      .notNull()
      .default('Starting'),
    status: text().$type<Instance['status']>().notNull().default('Queued'),
    stage: text().notNull().default(''),
    fault: jsonb().$type<{ code: string; message: string; at: string }>(),
    activeDeployment: id<DeploymentId>(),
    publishedPorts: jsonb().$type<{ containerPort: number; hostPort: number }[]>().notNull().default([]),
    observedAt: time(),

    /** Who moves it just now, until when; a dead mover's lease runs out. */
    leaseOwner: text(),
    leaseUntil: time(),
    /** When the present move counts as failed. */
    deadlineAt: time(),
    /** Nothing is done before this: the pause between two starts of a workload that keeps ending. */
    dueAt: time(),
    /** Since when it has run without ending; null while it does not run. */
    activeSince: time(),
    /** Starts since it last ran for long, after it had ended by itself. */
    attempts: integer().notNull().default(0),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.projectId, table.createdAt), index().on(table.organizationId)],
)

export const deployments = pgTable(
  'deployment',
  {
    id: newId<DeploymentId>(),
    instanceId: id<InstanceId>()
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    status: text().$type<Instance['status']>().notNull().default('Queued'),
    image: text().notNull(),
    /** How many lines its deployment log has. */
    logsLength: integer().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
    endedAt: time(),
  },
  (table) => [index().on(table.instanceId, table.createdAt)],
)

/** Lines of one log in pieces, as NDJSON of [time, stream, text]; a piece is written once and never changed. */
export const logChunks = pgTable(
  'log_chunk',
  {
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    logType: text().$type<LogType>().notNull(),
    firstSequence: counter().notNull(),
    lastSequence: counter().notNull(),
    /** Where a reader of the engine's output goes on, for each stream: the engine's time, and the bytes of that instant that are done with. */
    resume: jsonb().$type<Partial<Record<'stdout' | 'stderr', { atNs: string; bytes: number }>>>(),
    lines: bytes().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.deploymentId, table.logType, table.firstSequence] })],
)
