import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DeploymentId, InstanceId, ReplicaId } from '../../../../src/contract/wire/common.ts'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { HealthResult } from '../../../../src/contract/wire/instance/health/health-result.ts'
import { counter, id, newId, time } from '../columns.ts'
import { instances } from '../compute-schema.ts'
import { deployments } from './deployment-schema.ts'

/** One workload of a service in one deployment, with the resources that it claims. */
export const replicas = pgTable(
  'replica',
  {
    id: newId<ReplicaId>(),
    instanceId: id<InstanceId>()
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    service: text().notNull(),
    /** From 0 to the service's number of replicas less one. */
    index: integer().notNull(),
    /** The engine's id of the workload. */
    workloadId: text().notNull(),
    /** The engine that runs it; empty for the default one. Regions may share an engine, and so its capacity. */
    engine: text().notNull().default(''),
    /** The engine that last ran its workload, by kind and id; empty before. */
    provider: text().notNull().default(''),
    /** Where its ports are published. */
    address: text().notNull().default(''),
    publishedPorts: jsonb().$type<{ containerPort: number; hostPort: number }[]>().notNull().default([]),

    desiredState: text({ enum: ['active', 'closed'] })
      .notNull()
      .default('active'),
    state: text({ enum: ['Starting', 'Failed-start', 'Active', 'Closed'] })
      .notNull()
      .default('Starting'),
    status: text().$type<Instance['status']>().notNull().default('Queued'),
    progressMessage: text().notNull().default(''),
    error: jsonb().$type<{ code: string; message: string; at: string }>(),
    observedAt: time(),
    /** When its program exited by itself and reported success. */
    finishedAt: time(),

    /** The process that reconciles it, and until when; the lease of a dead process expires. */
    leaseOwner: text(),
    leaseUntil: time(),
    /** When the current start counts as failed. */
    deadlineAt: time(),
    /** Earliest time of the next pass. */
    dueAt: time(),
    /** When it started running without an exit; null while it does not run. */
    activeSince: time(),
    /** When its health check first succeeded; null while it gets no traffic. */
    readySince: time(),
    /** When it stopped getting new connections. */
    drainingSince: time(),
    /** Restarts after exits by itself, since it last ran for long. */
    attempts: integer().notNull().default(0),
    revision: counter().notNull().default(1),

    /** What it claims of its engine's capacity, until its workload has ended. */
    region: text().notNull(),
    cpuMilli: integer().notNull(),
    memoryBytes: counter().notNull(),
    storageBytes: counter().notNull(),
    gpu: integer().notNull().default(0),
    dailyPriceMicros: counter().notNull(),
    /** When the claim was given back; null while it holds it. */
    claimReleasedAt: time(),

    createdAt: time().notNull().defaultNow(),
    /** When its workload was removed for good. */
    removedAt: time(),
  },
  (table) => [
    uniqueIndex('replica_place')
      .on(table.deploymentId, table.service, table.index)
      .where(sql`${table.removedAt} is null`),
    uniqueIndex('replica_workload').on(table.workloadId),
    index().on(table.instanceId),
    index('replica_claim').on(table.engine).where(sql`${table.claimReleasedAt} is null`),
  ],
)

/**
 * The last results of the health checks of a replica, oldest first. Written every few seconds, so the table is unlogged:
 * a crash of the database empties it.
 */
export const healthResults = pgTable('health_result', {
  replicaId: id<ReplicaId>()
    .primaryKey()
    .references(() => replicas.id, { onDelete: 'cascade' }),
  results: jsonb().$type<HealthResult[]>().notNull(),
})

/** The sum of the claims of an engine. Changed last before a commit, because every deployment on the engine waits for it. */
export const capacityCounters = pgTable('capacity_counter', {
  /** As in `replica.engine`. */
  engine: text().primaryKey(),
  cpuMilli: counter().notNull().default(0),
  memoryBytes: counter().notNull().default(0),
  storageBytes: counter().notNull().default(0),
  gpu: counter().notNull().default(0),
})
