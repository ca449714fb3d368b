import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { InstanceId, OrganizationId, ProjectId, UserId } from '../../../../src/contract/wire/common.ts'
import type { BackupPlace } from '../../../../src/contract/wire/volumes/backup.ts'
import { type BackupId, contents } from '../../../../src/contract/wire/volumes/snapshot.ts'
import type { VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import { bytes, id, newId, time } from '../columns.ts'
import { instances, projects } from '../compute-schema.ts'
import { organizations } from '../organization-schema.ts'
import { volumes } from './volume-schema.ts'

/** Plans that take snapshots of a volume, or dumps of a database, by a schedule. */
export const backups = pgTable(
  'backup',
  {
    id: newId<BackupId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: id<ProjectId>()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    content: text({ enum: contents }).notNull(),
    volumeId: id<VolumeId>().references(() => volumes.id, { onDelete: 'set null' }),
    pause: boolean().notNull().default(false),
    /** Of a dump: where its command is executed. */
    instanceId: id<InstanceId>().references(() => instances.id, { onDelete: 'set null' }),
    service: text().notNull().default(''),
    command: jsonb().$type<string[]>().notNull().default([]),
    schedule: text().notNull(),
    timeZone: text().notNull(),
    isEnabled: boolean().notNull(),
    /** The next time that its schedule names; null while it is disabled. */
    nextAt: time(),
    /** Null for no test restores. */
    verifySchedule: text(),
    verifyAt: time(),
    keepLast: integer().notNull(),
    keepDays: integer().notNull(),
    keepWeeks: integer().notNull(),
    /** Null for the platform's store. */
    place: jsonb().$type<BackupPlace>(),
    /** The sealed secret access key. */
    secret: bytes(),
    /** The user who gets its notifications. */
    createdBy: id<UserId>(),
    createdAt: time().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('backup_name').on(table.projectId, table.name),
    index().on(table.volumeId),
    index().on(table.instanceId),
    index('backup_due').on(table.nextAt).where(sql`${table.nextAt} is not null`),
    index('backup_verify_due').on(table.verifyAt).where(sql`${table.verifyAt} is not null`),
  ],
)
