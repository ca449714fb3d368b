import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { AlertCondition } from '../../../../src/contract/wire/alerts/alert-condition.ts'
import type { AlertId } from '../../../../src/contract/wire/alerts/alert-ids.ts'
import { alertSeverities } from '../../../../src/contract/wire/alerts/alert-severity.ts'
import { type IncidentId, incidentEnds } from '../../../../src/contract/wire/alerts/incident.ts'
import type {
  DeploymentId,
  InstanceId,
  OrganizationId,
  ProjectId,
  UserId,
} from '../../../../src/contract/wire/common.ts'
import type { AlertState } from '../../../../src/rules/alerts/alert-state.ts'
import { counter, id, newId, time } from '../columns.ts'
import { deployments } from '../compute/deployment-schema.ts'
import { instances, projects } from '../compute-schema.ts'
import { organizations } from '../organization-schema.ts'

/** Rules that fire incidents. */
export const alerts = pgTable(
  'alert',
  {
    id: newId<AlertId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: id<ProjectId>().references(() => projects.id, { onDelete: 'cascade' }),
    instanceId: id<InstanceId>().references(() => instances.id, { onDelete: 'cascade' }),
    /** Empty for all. */
    service: text().notNull().default(''),
    name: text().notNull(),
    severity: text({ enum: alertSeverities }).notNull(),
    condition: jsonb().$type<AlertCondition>().notNull(),
    channelIds: jsonb().$type<string[]>().notNull().default([]),
    notify: boolean().notNull(),
    mail: boolean().notNull(),
    isMuted: boolean().notNull().default(false),
    /** Null for no end. */
    mutedUntil: time(),
    problem: text().notNull().default(''),
    firing: counter().notNull().default(0),
    revision: counter().notNull().default(1),
    createdBy: id<UserId>(),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('alert_name').on(table.organizationId, table.name),
    index().on(table.projectId),
    index().on(table.instanceId),
  ],
)

/** How far a rule is with one thing that it watches. There is no row while nothing is wrong. */
export const alertStates = pgTable(
  'alert_state',
  {
    alertId: id<AlertId>()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    target: text().notNull(),
    state: jsonb().$type<AlertState>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.target] })],
)

/** Each time that a rule fired for one thing. */
export const alertIncidents = pgTable(
  'alert_incident',
  {
    id: newId<IncidentId>(),
    alertId: id<AlertId>()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    organizationId: id<OrganizationId>().notNull(),
    target: text().notNull(),
    projectId: id<ProjectId>(),
    /** Kept after the instance is gone. */
    instanceId: id<InstanceId>(),
    instanceName: text().notNull().default(''),
    service: text().notNull().default(''),
    summary: text().notNull(),
    value: doublePrecision(),
    peak: doublePrecision(),
    threshold: doublePrecision(),
    /** Up to five log lines, without secrets. */
    lines: jsonb().$type<string[]>().notNull().default([]),
    startedAt: time().notNull().defaultNow(),
    endedAt: time(),
    endReason: text({ enum: incidentEnds }),
    acknowledgedBy: id<UserId>(),
    acknowledgedAt: time(),
    /** No message is sent about it: its rule was muted when it ended, or changed. */
    isSilenced: boolean().notNull().default(false),
    firingSentAt: time(),
    recoveredSentAt: time(),
  },
  (table) => [
    uniqueIndex('alert_incident_open').on(table.alertId, table.target).where(sql`${table.endedAt} is null`),
    index().on(table.organizationId, table.startedAt),
    index().on(table.instanceId, table.startedAt),
    index().on(table.alertId, table.startedAt),
    index('alert_incident_unsent')
      .on(table.alertId)
      .where(
        sql`not ${table.isSilenced} and (${table.firingSentAt} is null or (${table.endedAt} is not null and ${table.recoveredSentAt} is null))`,
      ),
  ],
)

/** How far a rule has read a log, and how many lines matched in each minute. */
export const alertLogCounts = pgTable(
  'alert_log_count',
  {
    alertId: id<AlertId>()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    deploymentId: id<DeploymentId>()
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    service: text().notNull(),
    lastSequence: counter().notNull(),
    /** Matches by minutes since 1970. */
    counts: jsonb().$type<Record<string, number>>().notNull().default({}),
    lines: jsonb().$type<string[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.deploymentId, table.service] })],
)
