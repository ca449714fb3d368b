import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId, UserId } from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { LogType } from '../../../src/contract/wire/log.ts'
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
    /** The first label of the host name: `{host}.localhost`. */
    host: text().notNull().unique(),
    region: text().notNull(),
    templateId: text(),
    machineImageId: text().notNull(),
    image: text().notNull(),
    command: jsonb().$type<string[]>(),
    /** The values are encrypted, in `instance_secret`. */
    variableNames: text().array().notNull().default([]),
    containerPorts: jsonb().$type<number[]>().notNull().default([]),
    /**
     * Written by earlier versions, before secrets had a table; the next start moves both there, encrypted, and clears
     * them.
     */
    unsealedEnvironment: jsonb('environment').$type<{ name: string; value: string }[]>(),
    formerSealedRegistry: bytes('sealed_registry'),
    cpuMilli: integer().notNull(),
    memoryBytes: counter().notNull(),
    storageBytes: counter().notNull(),
    dailyPriceMicros: counter().notNull(),
    /** The user who deployed it and gets its notifications. */
    createdBy: id<UserId>(),

    /** What the user wants. */
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
    /** When its program exited by itself and reported success. */
    finishedAt: time(),

    /** The process that reconciles it, and until when; the lease of a dead process expires. */
    leaseOwner: text(),
    leaseUntil: time(),
    /** When the current start counts as failed. */
    deadlineAt: time(),
    /** Earliest time of the next pass: the delay between two starts of a workload that keeps exiting. */
    dueAt: time(),
    /** When it started running without an exit; null while it does not run. */
    activeSince: time(),
    /** Restarts after exits by itself, since it last ran for long. */
    attempts: integer().notNull().default(0),
    revision: counter().notNull().default(1),
    /** The revision that the last event made. Progress messages raise `revision` without an event. */
    publishedRevision: counter().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.projectId, table.createdAt), index().on(table.organizationId)],
)

/** Encrypted with a key derived from the installation's secret, for this instance's id. */
export const instanceSecrets = pgTable('instance_secret', {
  instanceId: id<InstanceId>()
    .primaryKey()
    .references(() => instances.id, { onDelete: 'cascade' }),
  /** Names and values of the environment variables. */
  variables: bytes(),
  /** User name and password for the registry. */
  registry: bytes(),
})

/**
 * Ports of this machine that are forwarded to workloads. A released port is not reused for another deployment at once,
 * so that clients of the former one do not reach it.
 */
export const hostPorts = pgTable(
  'host_port',
  {
    port: integer().primaryKey(),
    deploymentId: id<DeploymentId>().notNull(),
    containerPort: integer().notNull(),
    /** The organisation whose quota it counts towards. Null, like `userId`, if another program uses the port. */
    organizationId: id<OrganizationId>().references(() => organizations.id, { onDelete: 'set null' }),
    /** The user who deployed it; counts towards their quota even after the organisation is gone. */
    userId: id<UserId>(),
    /** Null while the deployment holds it. */
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
    /**
     * The image that the engine starts, by the digest that its registry confirmed. Null before that, and for built-in
     * images.
     */
    imageReference: text(),
    /** Number of lines in its deployment log. */
    logsLength: integer().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
    endedAt: time(),
  },
  (table) => [index().on(table.instanceId, table.createdAt), index().on(table.imageReference)],
)

/** Chunks of log lines. A chunk is written once, and changed only by merging or emptying it. */
export const logChunks = pgTable(
  'log_chunk',
  {
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    logType: text().$type<LogType>().notNull(),
    /** Empty for the only or first service. */
    service: text().notNull().default(''),
    firstSequence: counter().notNull(),
    lastSequence: counter().notNull(),
    /** The times of its earliest and latest line. */
    firstAt: time().notNull(),
    lastAt: time().notNull(),
    /** Size of the lines as text. 0 if the lines were removed and only the position for resuming is left. */
    rawBytes: integer().notNull(),
    /**
     * Where reading the engine's output resumes, for each stream: the engine's time, and the bytes of that instant that
     * are already stored.
     */
    resume: jsonb().$type<Partial<Record<'stdout' | 'stderr', { atNs: string; bytes: number }>>>(),
    /** Encoded by `chunk-codec.ts`. Not compressed by PostgreSQL, because it already is. */
    lines: bytes().notNull(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.logType, table.service, table.firstSequence] }),
    index().on(table.lastAt),
  ],
)

/** Log downloads that were requested but not fetched yet. */
export const logDownloads = pgTable('log_download', {
  /** SHA-256 of the ticket in the address, which works once. */
  ticketHash: bytes().primaryKey(),
  deploymentId: id<DeploymentId>()
    .notNull()
    .references(() => deployments.id, { onDelete: 'cascade' }),
  /** The user, and the session or API token, that requested it: the download works while they may read the log. */
  userId: id<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  sessionId: id<string>(),
  apiKeyId: id<string>(),
  logType: text().$type<LogType>().notNull(),
  service: text(),
  format: text({ enum: ['text', 'ndjson'] }).notNull(),
  firstSequence: counter().notNull(),
  /** Null means the newest line at the time of fetching. */
  lastSequence: counter(),
  expiresAt: time().notNull(),
})

/** Space that is released on a full disk, because deleting old rows needs some space itself. */
export const logReserve = pgTable('log_reserve', { block: bytes().notNull() })
