import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId, UserId } from '../../src/contract/wire/common.ts'
import type { Instance } from '../../src/contract/wire/compute.ts'
import type { LogType } from '../../src/contract/wire/log.ts'
import { bytes, counter, id, newId, time } from './columns.ts'
import { organizations } from './organization-schema.ts'
import { users } from './user-schema.ts'

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
    /** The values are sealed, in `instance_secret`. */
    variableNames: text().array().notNull().default([]),
    containerPorts: jsonb().$type<number[]>().notNull().default([]),
    /** Written by earlier versions, before secrets had a table; the next start seals them there and clears both. */
    unsealedEnvironment: jsonb('environment').$type<{ name: string; value: string }[]>(),
    formerSealedRegistry: bytes('sealed_registry'),
    cpuMilli: integer().notNull(),
    memoryBytes: counter().notNull(),
    storageBytes: counter().notNull(),
    dailyPriceMicros: counter().notNull(),
    /** Who deployed it and is told what came of it. */
    createdBy: id<UserId>(),

    /** What a person wishes. */
    desiredState: text({ enum: ['active', 'closed', 'deleted'] })
      .notNull()
      .default('active'),
    /** What was last observed. */
    state: text({ enum: ['Starting', 'Failed-start', 'Active', 'Closed'] })
      .notNull()
      .default('Starting'),
    status: text().$type<Instance['status']>().notNull().default('Queued'),
    progressMessage: text().notNull().default(''),
    error: jsonb().$type<{ code: string; message: string; at: string }>(),
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

/** Sealed with a key that is derived from the installation's secret, for this instance's id. */
export const instanceSecrets = pgTable('instance_secret', {
  instanceId: id<InstanceId>()
    .primaryKey()
    .references(() => instances.id, { onDelete: 'cascade' }),
  /** Names and values of its variables. */
  variables: bytes(),
  /** The registry's user and password. */
  registry: bytes(),
})

/**
 * Ports of this machine that lead to workloads. A port that is released rests before it is given to another deployment,
 * so that no visitor of the former one is led there.
 */
export const hostPorts = pgTable(
  'host_port',
  {
    port: integer().primaryKey(),
    deploymentId: id<DeploymentId>().notNull(),
    containerPort: integer().notNull(),
    /** Whose quotas it counts in; both are null where another program uses the port. */
    organizationId: id<OrganizationId>().references(() => organizations.id, { onDelete: 'set null' }),
    /** Who deployed it; counts on when the organisation is gone. */
    userId: id<UserId>(),
    /** Null while the deployment has it. */
    releasedAt: time(),
  },
  (table) => [index().on(table.deploymentId)],
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
    /** What the engine starts: the image by the digest that its registry confirmed. Null before that, and for built-in images. */
    imageReference: text(),
    /** How many lines its deployment log has. */
    logsLength: integer().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
    endedAt: time(),
  },
  (table) => [index().on(table.instanceId, table.createdAt), index().on(table.imageReference)],
)

/** Lines of one log in pieces; a piece is written once and never changed but by merging or emptying it. */
export const logChunks = pgTable(
  'log_chunk',
  {
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    logType: text().$type<LogType>().notNull(),
    /** Empty for the only service, or the first one. */
    service: text().notNull().default(''),
    firstSequence: counter().notNull(),
    lastSequence: counter().notNull(),
    /** The earliest and the latest time of its lines. */
    firstAt: time().notNull(),
    lastAt: time().notNull(),
    /** Of its lines as text. 0 when the lines are gone, and only the place where the log goes on is left. */
    rawBytes: integer().notNull(),
    /** Where a reader of the engine's output goes on, for each stream: the engine's time, and the bytes of that instant that are done with. */
    resume: jsonb().$type<Partial<Record<'stdout' | 'stderr', { atNs: string; bytes: number }>>>(),
    /** As `chunk-codec.ts` says, and stored as it is: it is compressed already. */
    lines: bytes().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.logType, table.service, table.firstSequence] }),
    index().on(table.lastAt),
  ],
)

/** Files of logs that were asked for and not fetched yet. */
export const logDownloads = pgTable('log_download', {
  /** SHA-256 of what stands in the address, which opens once. */
  ticketHash: bytes().primaryKey(),
  deploymentId: id<DeploymentId>()
    .notNull()
    .references(() => deployments.id, { onDelete: 'cascade' }),
  /** Who asked, in which session or with which API token: the file opens while they may read it. */
  userId: id<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionId: id<string>(),
  apiKeyId: id<string>(),
  logType: text().$type<LogType>().notNull(),
  service: text(),
  format: text({ enum: ['text', 'ndjson'] }).notNull(),
  firstSequence: counter().notNull(),
  /** Null is the newest line at the time of fetching. */
  lastSequence: counter(),
  expiresAt: time().notNull(),
})

/** Room that is given back on a full disk, since dropping what is old needs a little room itself. */
export const logReserve = pgTable('log_reserve', { block: bytes().notNull() })
