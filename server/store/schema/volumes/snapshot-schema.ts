import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { InstanceId, OrganizationId, ProjectId, UserId } from '../../../../src/contract/wire/common.ts'
import { storageClasses } from '../../../../src/contract/wire/instance/resources.ts'
import {
  type BackupId,
  consistencies,
  contents,
  type RestoreId,
  restoreKinds,
  restoreStates,
  type SnapshotId,
  snapshotStates,
} from '../../../../src/contract/wire/volumes/snapshot.ts'
import type { VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import { counter, id, newId, time } from '../columns.ts'
import { projects } from '../compute-schema.ts'
import { organizations } from '../organization-schema.ts'
import { backups } from './backup-schema.ts'
import { volumes } from './volume-schema.ts'

type Failed = { code: string; message: string }

/** Stored archives of volumes and dumps of databases. The row outlives the stored file, which is found by its id. */
export const snapshots = pgTable(
  'snapshot',
  {
    id: newId<SnapshotId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** A project with snapshots cannot be deleted. */
    projectId: id<ProjectId>()
      .notNull()
      .references(() => projects.id),
    volumeId: id<VolumeId>().references(() => volumes.id, { onDelete: 'set null' }),
    name: text().notNull(),
    content: text({ enum: contents }).notNull(),
    source: text().notNull(),
    class: text({ enum: storageClasses }).notNull(),
    volumeBytes: counter().notNull(),
    region: text().notNull(),
    state: text({ enum: snapshotStates }).notNull().default('Pending'),
    /** Whether its workloads are paused meanwhile, and those that are paused now. */
    pause: boolean().notNull().default(false),
    pausedWorkloads: jsonb().$type<string[]>().notNull().default([]),
    consistency: text({ enum: consistencies }),
    storedBytes: counter().notNull(),
    contentBytes: counter(),
    entries: counter(),
    sha256: text(),
    error: jsonb().$type<Failed>(),
    dailyPriceMicros: counter().notNull().default(0),
    backupId: id<BackupId>().references(() => backups.id, { onDelete: 'set null' }),
    /** In the store of its backup plan instead of the platform's. */
    isRemote: boolean().notNull().default(false),
    verifiedAt: time(),
    verifyError: text(),
    createdBy: id<UserId>(),
    leaseOwner: text(),
    leaseUntil: time(),
    createdAt: time().notNull().defaultNow(),
    finishedAt: time(),
  },
  (table) => [
    index().on(table.projectId, table.createdAt),
    index().on(table.organizationId),
    index().on(table.volumeId),
    index().on(table.backupId),
    index('snapshot_unfinished')
      .on(table.id)
      .where(sql`${table.state} in ('Uploading', 'Pending', 'Running', 'Deleting')`),
  ],
)

/** Copies of snapshots to volumes. The engine's id of the new data is the id of the restore. */
export const restores = pgTable(
  'restore',
  {
    id: newId<RestoreId>(),
    organizationId: id<OrganizationId>()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    projectId: id<ProjectId>()
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    snapshotId: id<SnapshotId>()
      .notNull()
      .references(() => snapshots.id, { onDelete: 'cascade' }),
    volumeId: id<VolumeId>().references(() => volumes.id, { onDelete: 'set null' }),
    kind: text({ enum: restoreKinds }).notNull(),
    /** The engine that the data is copied to, as in `replica.engine`. */
    engine: text().notNull().default(''),
    target: text().notNull(),
    state: text({ enum: restoreStates }).notNull().default('Pending'),
    error: jsonb().$type<Failed>(),
    /** Data of the engine that nothing needs any more: what was replaced, or an incomplete or scratch copy. */
    discardId: id<string>(),
    /** The instance that is restarted to mount the new data. */
    restartId: id<InstanceId>(),
    createdBy: id<UserId>(),
    leaseOwner: text(),
    leaseUntil: time(),
    createdAt: time().notNull().defaultNow(),
    finishedAt: time(),
  },
  (table) => [
    index().on(table.projectId, table.createdAt),
    index().on(table.snapshotId),
    index().on(table.volumeId),
    index('restore_unfinished')
      .on(table.id)
      .where(
        sql`${table.state} in ('Pending', 'Running') or ${table.discardId} is not null or ${table.restartId} is not null`,
      ),
  ],
)
