import * as v from 'valibot'
import { may, mayMoveData } from '../../access.ts'
import { call } from '../../call.ts'
import { done, limit, micros, projectId, skip } from '../../wire/common.ts'
import { dnsLabel } from '../../wire/instance/resources.ts'
import { restore, snapshot, snapshotId, snapshotName } from '../../wire/volumes/snapshot.ts'
import { volumeId } from '../../wire/volumes/volume.ts'

const byProject = v.strictObject({ id: projectId })
const bySnapshot = v.strictObject({ id: projectId, snapshotId })
const byVolume = v.strictObject({ id: volumeId })
const mayRead = may('instances.read', 'project', 'params.id')
const mayChange = may('instances.write', 'project', 'params.id')
const mayMove = mayMoveData('project', 'params.id')
const link = v.object({ url: v.string() })

/** Snapshots belong to the project: they outlive the volume that they are of. Visitors do not see them. */
export const snapshotCalls = {
  readSnapshots: call({
    method: 'GET',
    path: 'compute-project/{id}/snapshots',
    access: mayRead,
    params: byProject,
    query: v.strictObject({ skip, limit: limit(20), volumeId: v.optional(volumeId) }),
    response: v.object({
      snapshots: v.array(snapshot),
      totalCount: v.number(),
      /** Those that have not ended, and the newest others. */
      restores: v.array(restore),
      /** Of a GiB that a snapshot takes in the platform's store. */
      dailyPricePerGibMicros: micros,
    }),
    summary: 'List the snapshots of a project or of one of its volumes, newest first, with the restores.',
  }),
  createSnapshot: call({
    method: 'POST',
    path: 'volume/{id}/snapshots',
    access: may('instances.write', 'volume', 'params.id'),
    params: byVolume,
    body: v.strictObject({ name: snapshotName, pause: v.optional(v.boolean(), false) }),
    response: v.object({ snapshot }),
    success: 'Snapshot started',
    invalidates: ['readSnapshots', 'readQuotas'],
    summary: 'Copy the files of a volume to a snapshot. With `pause`, its workload is frozen meanwhile.',
  }),
  renameSnapshot: call({
    method: 'PATCH',
    path: 'compute-project/{id}/snapshots/{snapshotId}',
    access: mayChange,
    params: bySnapshot,
    body: v.strictObject({ name: snapshotName }),
    response: v.object({ snapshot }),
    success: 'Snapshot renamed',
    invalidates: ['readSnapshots'],
    summary: 'Rename a snapshot.',
  }),
  deleteSnapshot: call({
    method: 'DELETE',
    path: 'compute-project/{id}/snapshots/{snapshotId}',
    access: mayMove,
    stepUp: true,
    params: bySnapshot,
    response: done,
    success: 'Snapshot deleted',
    invalidates: ['readSnapshots', 'readQuotas'],
    summary: 'Delete a snapshot. One that is being taken is cancelled.',
  }),
  restoreSnapshot: call({
    method: 'POST',
    path: 'compute-project/{id}/snapshots/{snapshotId}/restore',
    access: mayMove,
    stepUp: true,
    params: bySnapshot,
    body: v.strictObject({
      /** Replaces the data of this volume; without it, a new volume of this name is created. */
      volumeId: v.optional(volumeId),
      newVolume: v.optional(dnsLabel),
    }),
    response: v.object({ restore }),
    success: 'Restore started',
    invalidates: ['readSnapshots', 'readQuotas'],
    summary:
      'Restore a snapshot of files: into a new volume, or in place of the data of a volume. Its instance is restarted when the data is complete.',
  }),
  verifySnapshot: call({
    method: 'POST',
    path: 'compute-project/{id}/snapshots/{snapshotId}/verify',
    access: mayChange,
    params: bySnapshot,
    response: v.object({ restore }),
    success: 'Test restore started',
    invalidates: ['readSnapshots'],
    summary: 'Restore a snapshot into a scratch volume, which is deleted afterwards, and check that it is complete.',
  }),
  downloadSnapshot: call({
    method: 'POST',
    path: 'compute-project/{id}/snapshots/{snapshotId}/download',
    access: mayMove,
    params: bySnapshot,
    response: link,
    invalidates: [],
    summary: 'Get the address of the content of a snapshot, which is valid for a minute.',
  }),
  downloadVolume: call({
    method: 'POST',
    path: 'volume/{id}/download',
    access: mayMoveData('volume', 'params.id'),
    params: byVolume,
    response: link,
    invalidates: [],
    summary: 'Get the address of the files of a volume as a tar archive, which is valid for a minute.',
  }),
  uploadArchive: call({
    method: 'POST',
    path: 'volume/{id}/upload',
    access: may('instances.write', 'volume', 'params.id'),
    params: byVolume,
    body: v.strictObject({ name: snapshotName }),
    response: link,
    invalidates: [],
    summary:
      'Get the address to which a tar archive can be sent with PUT within a minute. It becomes a snapshot of the volume, which can be restored.',
  }),
}
