import type { Restore, Snapshot } from '../../../../src/contract/wire/volumes/snapshot.ts'
import type { restores, snapshots } from '../../../store/schema.ts'

export type SnapshotRow = typeof snapshots.$inferSelect
export type RestoreRow = typeof restores.$inferSelect

export interface SnapshotNames {
  backup: string | null
  author: string | null
}

export const snapshotWire = (row: SnapshotRow, names: SnapshotNames): Snapshot => ({
  _id: row.id,
  projectId: row.projectId,
  name: row.name,
  content: row.content,
  volumeId: row.volumeId,
  source: row.source,
  class: row.class,
  volumeBytes: row.volumeBytes,
  state: row.state,
  consistency: row.consistency,
  storedBytes: row.storedBytes,
  contentBytes: row.contentBytes,
  entries: row.entries,
  sha256: row.sha256,
  error: row.error,
  dailyPriceMicros: row.dailyPriceMicros,
  backup: row.backupId && names.backup !== null ? { _id: row.backupId, name: names.backup } : null,
  location: row.isRemote ? 's3' : 'folder',
  verified: row.verifiedAt && { at: row.verifiedAt.toISOString(), error: row.verifyError },
  author: row.createdBy && names.author !== null ? { userId: row.createdBy, name: names.author } : null,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
})

export const restoreWire = (row: RestoreRow): Restore => ({
  _id: row.id,
  snapshotId: row.snapshotId,
  kind: row.kind,
  volumeId: row.volumeId,
  target: row.target,
  state: row.state,
  error: row.error,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
})
