import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DeploymentId, InstanceId, UserId } from '../../../../src/contract/wire/common.ts'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { StoredConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import { bytes, id, newId, time } from '../columns.ts'
import { instances } from '../compute-schema.ts'

export const deploymentReasons = ['create', 'update', 'restart', 'rollback', 'redeploy'] as const

/** Numbered revisions of an instance's configuration, which never changes. */
export const deployments = pgTable(
  'deployment',
  {
    id: newId<DeploymentId>(),
    instanceId: id<InstanceId>()
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    /** Counts the deployments of the instance from 1. Taken under the lock of the instance's row. */
    number: integer().notNull(),
    reason: text({ enum: deploymentReasons }).notNull().default('create'),
    /** Null if the platform made it, or the user is gone. */
    createdBy: id<UserId>(),
    /** Without the values of variables and files, which are in `deployment_secret`. */
    configuration: jsonb().$type<StoredConfiguration>().notNull(),
    /** The number of the deployment whose configuration a rollback or redeployment repeats. */
    repeats: integer(),
    /** `surge` starts new replicas beside the old ones, `gap` ends the old ones first. */
    strategy: text({ enum: ['surge', 'gap'] })
      .notNull()
      .default('surge'),
    status: text().$type<Instance['status']>().notNull().default('Queued'),
    /** Why it failed. */
    error: jsonb().$type<{ code: string; message: string; at: string }>(),
    /** The progress of its release commands; null before the first one, and if it has none. */
    releaseState: text({ enum: ['running', 'succeeded', 'failed'] }),
    releaseWorkloadId: text(),
    image: text().notNull(),
    /**
     * The image that the engine starts, by the digest that its registry confirmed. Null before that, and for built-in
     * images.
     */
    imageReference: text(),
    /** Number of lines in its deployment log. */
    logsLength: integer().notNull().default(0),
    createdAt: time().notNull().defaultNow(),
    /** When it began to serve. */
    activeSince: time(),
    endedAt: time(),
  },
  (table) => [
    uniqueIndex('deployment_number').on(table.instanceId, table.number),
    index().on(table.instanceId, table.createdAt),
    index().on(table.imageReference),
  ],
)

/** The image of each service, with the reference that its registry confirmed; null before that. */
export const deploymentImages = pgTable(
  'deployment_image',
  {
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    service: text().notNull(),
    image: text().notNull(),
    reference: text(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.service] }),
    index('deployment_image_pinned').on(table.reference).where(sql`${table.reference} is not null`),
  ],
)

/** Encrypted with a key derived from the installation's secret, for the instance's id. */
export const deploymentSecrets = pgTable('deployment_secret', {
  deploymentId: id<DeploymentId>()
    .primaryKey()
    .references(() => deployments.id, { onDelete: 'cascade' }),
  /** Names and values of the environment variables of all services. */
  variables: bytes(),
  /** Paths and contents of the configuration files of all services. */
  files: bytes(),
  /** User name and password for the registry. */
  registry: bytes(),
})
