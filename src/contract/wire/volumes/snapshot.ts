import * as v from 'valibot'
import { filledText, instant, micros, projectId, userId, uuid } from '../common.ts'
import { storageClasses } from '../instance/resources.ts'
import { volumeId } from './volume.ts'

export const snapshotId = v.pipe(uuid, v.brand('SnapshotId'))
export const restoreId = v.pipe(uuid, v.brand('RestoreId'))
export const backupId = v.pipe(uuid, v.brand('BackupId'))

export const snapshotStates = ['Uploading', 'Pending', 'Running', 'Available', 'Failed', 'Deleting'] as const
export const restoreStates = ['Pending', 'Running', 'Succeeded', 'Failed'] as const
/** `rehearsal` copies into a scratch volume that is deleted afterwards. */
export const restoreKinds = ['inPlace', 'newVolume', 'rehearsal'] as const
/** Files of a volume as a tar archive, or the output of a dump command. */
export const contents = ['volume', 'dump'] as const
/**
 * `stopped`: nothing wrote meanwhile. `paused`: all files are of one moment, as after a power failure. `running`: files
 * may have changed while they were copied. `command`: as the dump command guarantees.
 */
export const consistencies = ['stopped', 'paused', 'running', 'command'] as const

const failed = v.object({ code: v.string(), message: v.string() })

export const snapshot = v.object({
  _id: snapshotId,
  projectId,
  name: v.string(),
  content: v.picklist(contents),
  /** The volume that it is of, or that a dump's service mounts; null once it was deleted. */
  volumeId: v.nullable(volumeId),
  /** The name of its volume or service. */
  source: v.string(),
  class: v.picklist(storageClasses),
  volumeBytes: v.number(),
  state: v.picklist(snapshotStates),
  /** Null until it is complete. */
  consistency: v.nullable(v.picklist(consistencies)),
  /** As it is stored, compressed. Until it is complete, an estimate that counts for the quota. */
  storedBytes: v.number(),
  /** Before compression; null until it is complete. */
  contentBytes: v.nullable(v.number()),
  entries: v.nullable(v.number()),
  /** SHA-256 of the stored file, in hexadecimal. */
  sha256: v.nullable(v.string()),
  error: v.nullable(failed),
  dailyPriceMicros: micros,
  /** The backup plan that made it. */
  backup: v.nullable(v.object({ _id: backupId, name: v.string() })),
  location: v.picklist(['folder', 's3']),
  /** The last test restore. */
  verified: v.nullable(v.object({ at: instant, error: v.nullable(v.string()) })),
  author: v.nullable(v.object({ userId, name: v.string() })),
  createdAt: instant,
  finishedAt: v.nullable(instant),
})

export const restore = v.object({
  _id: restoreId,
  snapshotId,
  kind: v.picklist(restoreKinds),
  volumeId: v.nullable(volumeId),
  /** The name of the volume. */
  target: v.string(),
  state: v.picklist(restoreStates),
  error: v.nullable(failed),
  createdAt: instant,
  finishedAt: v.nullable(instant),
})

export const snapshotName = filledText(60)

export type SnapshotId = v.InferOutput<typeof snapshotId>
export type RestoreId = v.InferOutput<typeof restoreId>
export type BackupId = v.InferOutput<typeof backupId>
export type Snapshot = v.InferOutput<typeof snapshot>
export type Consistency = (typeof consistencies)[number]
export type Restore = v.InferOutput<typeof restore>
