import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type {
  ClusterId,
  DeploymentId,
  InstanceId,
  OrganizationId,
  ProjectId,
  UserId,
} from '../../../src/contract/wire/common.ts'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { AutoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { bytes, counter, id, newId, time } from './columns.ts'
import { clusters } from './compute/cluster-schema.ts'
import { stopReasons } from './compute/stop-schema.ts'
import { organizations } from './organization-schema.ts'

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
    /** The source that it was deployed from together with others. */
    clusterId: id<ClusterId>().references(() => clusters.id, { onDelete: 'set null' }),
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
    /** Why the platform closed it, which starts it again when the reason is gone; null if a user closed it. */
    stopReason: text({ enum: stopReasons }),
    /** What was last observed. */
    state: text({ enum: ['Starting', 'Failed-start', 'Active', 'Closed'] })
      .notNull()
      .default('Starting'),
    status: text().$type<Instance['status']>().notNull().default('Queued'),
    progressMessage: text().notNull().default(''),
    error: jsonb().$type<{ code: string; message: string; at: string }>(),
    /** The deployment that serves, or the first one. */
    activeDeployment: id<DeploymentId>(),
    /** The newest deployment. While it differs from the active one, a roll-out is in progress or has failed. */
    desiredDeployment: id<DeploymentId>(),
    /** By service. A change needs no deployment. */
    autoscalingRules: jsonb().$type<Record<string, AutoscalingRules>>().notNull().default({}),
    /** How many replicas a service has in place of its configured number, by service. A change needs no deployment. */
    scaledReplicas: jsonb().$type<Record<string, number>>().notNull().default({}),
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
  (table) => [
    index().on(table.projectId, table.createdAt),
    index().on(table.organizationId),
    index().on(table.clusterId),
    index('instance_stopped').on(table.organizationId).where(sql`${table.stopReason} is not null`),
  ],
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
 * Ports of a machine that are forwarded to workloads. A released port is not reused for another deployment at once,
 * so that clients of the former one do not reach it.
 */
export const hostPorts = pgTable(
  'host_port',
  {
    /** Where it is published. Engines on one machine share its ports. */
    address: text().notNull().default('127.0.0.1'),
    port: integer().notNull(),
    deploymentId: id<DeploymentId>().notNull(),
    containerPort: integer().notNull(),
    /** The organisation whose quota it counts towards. Null, like `userId`, if another program uses the port. */
    organizationId: id<OrganizationId>().references(() => organizations.id, { onDelete: 'set null' }),
    /** The user who deployed it; counts towards their quota even after the organisation is gone. */
    userId: id<UserId>(),
    /** Null while the deployment holds it. */
    releasedAt: time(),
  },
  (table) => [primaryKey({ columns: [table.address, table.port] }), index().on(table.deploymentId)],
)
