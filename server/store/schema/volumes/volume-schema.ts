import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import { storageClasses } from '../../../../src/contract/wire/instance/resources.ts'
import { type Volume, type VolumeId, volumeStates } from '../../../../src/contract/wire/volumes/volume.ts'
import { counter, id, newId, time } from '../columns.ts'
import { instances, projects } from '../compute-schema.ts'
import { organizations } from '../organization-schema.ts'

/** Storage of a project, which outlives the deployments that mount it. */
export const volumes = pgTable(
  'volume',
  {
    id: newId<VolumeId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** A project with volumes cannot be deleted. */
    projectId: id<ProjectId>()
      .notNull()
      .references(() => projects.id),
    name: text().notNull(),
    class: text({ enum: storageClasses }).notNull(),
    sizeBytes: counter().notNull(),
    region: text().notNull(),
    /** The engine that has its data, as in `replica.engine`. */
    engine: text().notNull().default(''),
    state: text({ enum: volumeStates }).notNull().default('Pending'),
    /** Why its data is not deleted yet. */
    deletionError: jsonb().$type<Volume['deletionError']>(),
    /** The engine's id of its data since a restore; null for the volume's own id. */
    dataId: id<string>(),
    /** Whether the engine enforces the size; null before it has created the volume. */
    isSizeEnforced: boolean(),
    /** Null while it cannot be measured. */
    usedBytes: counter(),
    measuredAt: time(),
    /** The highest percentage that its members were warned about; 0 for none. */
    warnedPercent: integer().notNull().default(0),
    /** The instance that it is for, with the service and path of its newest configuration. */
    instanceId: id<InstanceId>().references(() => instances.id, { onDelete: 'set null' }),
    service: text().notNull().default(''),
    mountPath: text().notNull().default(''),
    dailyPriceMicros: counter().notNull(),
    revision: counter().notNull().default(1),
    createdAt: time().notNull().defaultNow(),
    updatedAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('volume_name').on(table.projectId, table.name),
    index().on(table.organizationId),
    index().on(table.instanceId),
    index('volume_unfinished').on(table.id).where(sql`${table.state} = 'Deleting'`),
  ],
)

/** Data on engines that were not connected when its volumes were given up. It is deleted once they are back. */
export const abandonedData = pgTable('abandoned_data', {
  /** The engine's id of it. */
  id: id<string>().primaryKey(),
  engine: text().notNull(),
  abandonedAt: time().notNull().defaultNow(),
})
