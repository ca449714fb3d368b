import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { ProjectId } from '../../../src/contract/wire/common.ts'
import type { Backup } from '../../../src/contract/wire/volumes/backup.ts'
import type { BackupId } from '../../../src/contract/wire/volumes/snapshot.ts'
import { ApiError } from '../../http/api-error.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { backups, instances, snapshots, volumes } from '../../store/schema.ts'

export type BackupRow = typeof backups.$inferSelect

export async function readBackups(db: DbOrTx, projectId: ProjectId): Promise<Backup[]> {
  const rows = await db
    .select({ row: backups, volume: volumes.name, instance: instances.name })
    .from(backups)
    .leftJoin(volumes, eq(volumes.id, backups.volumeId))
    .leftJoin(instances, eq(instances.id, backups.instanceId))
    .where(eq(backups.projectId, projectId))
    .orderBy(asc(backups.name))
  const ids = rows.map(({ row }) => row.id)
  const newest = await db
    .selectDistinctOn([snapshots.backupId], {
      backupId: snapshots.backupId,
      _id: snapshots.id,
      state: snapshots.state,
      createdAt: snapshots.createdAt,
    })
    .from(snapshots)
    .where(and(inArray(snapshots.backupId, ids)))
    .orderBy(snapshots.backupId, desc(snapshots.createdAt))
  return rows.map(({ row, volume, instance }) => {
    const last = newest.find(({ backupId }) => backupId === row.id)
    const source = row.content === 'volume' ? volume : instance && `${instance}, ${row.service}`
    return {
      ...backupWire(row),
      source,
      last: last ? { _id: last._id, state: last.state, createdAt: last.createdAt.toISOString() } : null,
    }
  })
}

export async function readBackup(db: DbOrTx, { projectId, id }: { projectId: ProjectId; id: BackupId }) {
  const found = (await readBackups(db, projectId)).find(({ _id }) => _id === id)
  if (!found) throw new ApiError('notFound')
  return found
}

const backupWire = (row: BackupRow): Omit<Backup, 'source' | 'last'> => ({
  _id: row.id,
  projectId: row.projectId,
  name: row.name,
  content: row.content,
  volumeId: row.volumeId,
  pause: row.pause,
  instanceId: row.instanceId,
  service: row.service,
  command: row.command,
  schedule: row.schedule,
  timeZone: row.timeZone,
  enabled: row.isEnabled,
  nextAt: row.nextAt?.toISOString() ?? null,
  verifySchedule: row.verifySchedule,
  verifyAt: row.verifyAt?.toISOString() ?? null,
  keepLast: row.keepLast,
  keepDays: row.keepDays,
  keepWeeks: row.keepWeeks,
  place: row.place,
  createdAt: row.createdAt.toISOString(),
})
