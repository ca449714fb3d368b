import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DeploymentId, InstanceId, OrganizationId, UserId } from '../../../../src/contract/wire/common.ts'
import { type JobId, overlapRules, type RunId, runStates } from '../../../../src/contract/wire/jobs/job.ts'
import { bytes, counter, id, newId, time } from '../columns.ts'
import { instances } from '../compute-schema.ts'
import { deployments } from './deployment-schema.ts'

/** Commands that run by a schedule. */
export const jobs = pgTable(
  'job',
  {
    id: newId<JobId>(),
    instanceId: id<InstanceId>()
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Empty for the first service. */
    service: text().notNull().default(''),
    command: jsonb().$type<string[]>().notNull(),
    schedule: text().notNull(),
    timeZone: text().notNull(),
    overlap: text({ enum: overlapRules }).notNull(),
    timeoutSeconds: integer().notNull(),
    keptRuns: integer().notNull(),
    notifyOnFailure: boolean().notNull(),
    isEnabled: boolean().notNull(),
    /** The next time that its schedule names; null while it is disabled. */
    nextAt: time(),
    /** Failed runs since the last success; its author is notified of the first. */
    consecutiveFailures: integer().notNull().default(0),
    /** The user who gets its notifications. */
    createdBy: id<UserId>(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('job_name').on(table.instanceId, table.name),
    index('job_due').on(table.nextAt).where(sql`${table.nextAt} is not null`),
  ],
)

/** One execution of a command, by a user or a job, with the resources that it claims. */
export const runs = pgTable(
  'run',
  {
    id: newId<RunId>(),
    organizationId: id<OrganizationId>().notNull(),
    instanceId: id<InstanceId>()
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** Whose images and values it uses. */
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    jobId: id<JobId>().references(() => jobs.id, { onDelete: 'set null' }),
    /** With the job unique, so that no two nodes run it for the same time. */
    scheduledAt: time(),
    service: text().notNull(),
    command: jsonb().$type<string[]>().notNull(),
    timeoutSeconds: integer().notNull(),
    createdBy: id<UserId>(),

    state: text({ enum: runStates }).notNull().default('Queued'),
    exitCode: integer(),
    error: jsonb().$type<{ code: string; message: string }>(),
    cancelRequestedAt: time(),

    /** The process that executes it, and until when; the lease of a dead process expires. */
    leaseOwner: text(),
    leaseUntil: time(),

    /** As in `replica`. */
    engine: text().notNull().default(''),
    cpuMilli: integer().notNull(),
    memoryBytes: counter().notNull(),
    storageBytes: counter().notNull(),
    gpu: integer().notNull().default(0),
    dailyPriceMicros: counter().notNull(),
    /** When the claim was given back; null while it holds it. */
    claimReleasedAt: time(),

    createdAt: time().notNull().defaultNow(),
    startedAt: time(),
    endedAt: time(),
  },
  (table) => [
    uniqueIndex('run_scheduled').on(table.jobId, table.scheduledAt),
    index().on(table.instanceId, table.createdAt),
    index('run_live').on(table.organizationId).where(sql`${table.endedAt} is null`),
    index('run_claim').on(table.engine).where(sql`${table.claimReleasedAt} is null`),
  ],
)

/** The secret address of an instance that redeploys it. */
export const deployHooks = pgTable(
  'deploy_hook',
  {
    /** The signing secret is derived from it. */
    id: newId<string>(),
    instanceId: id<InstanceId>()
      .notNull()
      .unique()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** SHA-256 of the secret in the address. */
    tokenHash: bytes().notNull(),
    signatureRequired: boolean().notNull(),
    /** The user for whom it deploys. */
    createdBy: id<UserId>().notNull(),
    createdAt: time().notNull().defaultNow(),
    lastUsedAt: time(),
    lastResult: text().notNull().default(''),
  },
  (table) => [uniqueIndex('deploy_hook_token').on(table.tokenHash)],
)

/** Signatures of webhooks that were accepted, so that a repeated request deploys nothing. */
export const hookSignatures = pgTable(
  'deploy_hook_signature',
  {
    hookId: id<string>()
      .notNull()
      .references(() => deployHooks.id, { onDelete: 'cascade' }),
    /** SHA-256 of the signature. */
    signatureHash: bytes().notNull(),
    receivedAt: time().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.hookId, table.signatureHash] })],
)
