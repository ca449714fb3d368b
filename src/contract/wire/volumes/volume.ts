import * as v from 'valibot'
import { instanceId, instant, micros, organizationId, projectId, uuid } from '../common.ts'
import { storageClasses } from '../instance/resources.ts'

export const volumeId = v.pipe(uuid, v.brand('VolumeId'))

/** `Pending` until a workload first mounts it; `Restoring` while its first data is copied from a snapshot. */
export const volumeStates = ['Pending', 'Restoring', 'Available', 'Deleting'] as const

/** Storage of a project, which outlives the deployments that mount it. */
export const volume = v.object({
  _id: volumeId,
  organizationId,
  projectId,
  name: v.string(),
  class: v.picklist(storageClasses),
  sizeBytes: v.number(),
  region: v.string(),
  state: v.picklist(volumeStates),
  /** Why its data is not deleted yet. Without its engine (`engineNotConnected`) the volume can be abandoned. */
  deletionError: v.nullable(v.object({ code: v.string(), message: v.string() })),
  /** Whether the engine enforces the size; null before it has created the volume. */
  isSizeEnforced: v.nullable(v.boolean()),
  /** Null while it cannot be measured. */
  usedBytes: v.nullable(v.number()),
  measuredAt: v.nullable(instant),
  /** The instance that it is for. It may be attached to another one while no deployment mounts it. */
  attachment: v.nullable(v.object({ instanceId, service: v.string(), mountPath: v.string() })),
  dailyPriceMicros: micros,
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

export type VolumeId = v.InferOutput<typeof volumeId>
export type Volume = v.InferOutput<typeof volume>
