import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type {
  DeploymentId,
  InstanceId,
  OrganizationId,
  ReplicaId,
  UserId,
} from '../../../../src/contract/wire/common.ts'
import { id, newId, time } from '../columns.ts'
import { instances } from '../compute-schema.ts'

/** What happened to an instance: one row for each transition. Never changed. */
export const instanceEvents = pgTable(
  'instance_event',
  {
    id: newId<string>(),
    organizationId: id<OrganizationId>().notNull(),
    instanceId: id<InstanceId>()
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    kind: text().notNull(),
    /** The user who caused it; null for the platform. */
    actor: id<UserId>(),
    deploymentId: id<DeploymentId>(),
    replicaId: id<ReplicaId>(),
    service: text().notNull().default(''),
    /** Never contains a secret. */
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    at: time().notNull().defaultNow(),
  },
  (table) => [index().on(table.instanceId, table.at)],
)
