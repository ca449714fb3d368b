import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { DeploymentId, InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Drain } from '../../../../src/contract/wire/drains/drain.ts'
import type { DrainId } from '../../../../src/contract/wire/drains/drain-id.ts'
import type { LogType } from '../../../../src/contract/wire/log.ts'
import { bytes, counter, id, newId, time } from '../columns.ts'
import { deployments } from '../compute/deployment-schema.ts'
import { instances, projects } from '../compute-schema.ts'
import { organizations } from '../organization-schema.ts'

export const drains = pgTable(
  'drain',
  {
    id: newId<DrainId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Both null for the whole organisation. */
    projectId: id<ProjectId>().references(() => projects.id, { onDelete: 'cascade' }),
    instanceId: id<InstanceId>().references(() => instances.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    enabled: boolean().notNull().default(true),
    logTypes: jsonb().$type<Drain['logTypes']>().notNull(),
    services: jsonb().$type<string[]>().notNull().default([]),
    streams: jsonb().$type<Drain['streams']>().notNull(),
    target: jsonb().$type<Drain['target']>().notNull(),
    /** Header values, a password or a secret key, as JSON, for the drain's id. */
    sealed: bytes().notNull(),
    /** Lines before this are not sent, unless their log had a position in the drain already. */
    startsAt: time().notNull(),

    lastError: text().notNull().default(''),
    lastErrorAt: time(),
    lastSuccessAt: time(),
    /** When the failure began that still lasts; null while lines are delivered. */
    failingSince: time(),
    sentLines: counter().notNull().default(0),
    rejectedLines: counter().notNull().default(0),
    lostLines: counter().notNull().default(0),
    /** The process that delivers, and until when; the lease of a dead process expires. */
    leaseOwner: text(),
    leaseUntil: time(),

    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.organizationId), index().on(table.projectId), index().on(table.instanceId)],
)

/** The last line of a log whose delivery the target of a drain has confirmed. */
export const drainPositions = pgTable(
  'drain_position',
  {
    drainId: id<DrainId>()
      .notNull()
      .references(() => drains.id, { onDelete: 'cascade' }),
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    logType: text().$type<LogType>().notNull(),
    service: text().notNull(),
    sequence: counter().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drainId, table.deploymentId, table.logType, table.service] }),
    index().on(table.deploymentId),
  ],
)
