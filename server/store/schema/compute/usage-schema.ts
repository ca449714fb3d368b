import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import { counter, id, newId, time } from '../columns.ts'
import { organizations } from '../organization-schema.ts'

/**
 * When resources were in use, from the start to just before the end. Append-only: an interval gets its end once. What is counted changes every minute, and is in no index. It has no
 * reference to its instance and project, because usage is billed after they are gone.
 */
export const usageIntervals = pgTable(
  'usage_interval',
  {
    id: newId<string>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: id<ProjectId>().notNull(),
    instanceId: id<InstanceId>(),
    subject: text({ enum: ['replica', 'run', 'volume', 'snapshot', 'address'] })
      .notNull()
      .default('replica'),
    /** The id of the replica, run, volume, snapshot or address. */
    subjectId: id<string>().notNull(),
    service: text().notNull().default(''),
    deploymentId: id<DeploymentId>(),
    cpuMilli: integer().notNull().default(0),
    memoryBytes: counter().notNull().default(0),
    storageBytes: counter().notNull().default(0),
    gpu: integer().notNull().default(0),
    /** The price for a day, as it was at the start. */
    dailyPriceMicros: counter().notNull(),
    startedAt: time().notNull(),
    endedAt: time(),
    endReason: text(),
    /** The cost until `countedUntil`: charged, or left out because billing was off. Only metering changes these columns. */
    countedMicros: counter().notNull().default(0),
    countedUntil: time(),
    /** It has ended, and all of it is counted. */
    settled: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('usage_interval_open').on(table.subjectId).where(sql`${table.endedAt} is null`),
    index('usage_interval_unsettled').on(table.organizationId).where(sql`not settled`),
    index('usage_interval_now').on(table.projectId).where(sql`${table.endedAt} is null`),
    index().on(table.projectId, table.startedAt),
    index().on(table.organizationId, table.startedAt),
    check('usage_interval_order', sql`${table.endedAt} is null or ${table.endedAt} >= ${table.startedAt}`),
  ],
)
