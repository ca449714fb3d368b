import * as v from 'valibot'
import { may, mayMoveData } from '../../access.ts'
import { call } from '../../call.ts'
import { done, instanceId, projectId } from '../../wire/common.ts'
import { volumeMount } from '../../wire/instance/resources.ts'
import { volume, volumeId } from '../../wire/volumes/volume.ts'

const byId = v.strictObject({ id: volumeId })

export const volumeCalls = {
  readProjectVolumes: call({
    method: 'GET',
    path: 'compute-project/{id}/volumes',
    access: may('instances.read', 'project', 'params.id'),
    params: v.strictObject({ id: projectId }),
    response: v.object({ volumes: v.array(volume) }),
    summary: 'List the volumes of a project by name.',
  }),
  readInstanceVolumes: call({
    method: 'GET',
    path: 'compute-instance/{id}/volumes',
    access: may('instances.read', 'instance', 'params.id'),
    params: v.strictObject({ id: instanceId }),
    response: v.object({
      volumes: v.array(volume),
      /** How long the newest deployment with a gap served nothing; null if there was none. */
      lastGapMs: v.nullable(v.number()),
    }),
    summary:
      'List the volumes that are attached to an instance, and how long its last deployment with a gap was not serving.',
  }),
  readVolume: call({
    method: 'GET',
    path: 'volume/{id}',
    access: may('instances.read', 'volume', 'params.id'),
    params: byId,
    response: v.object({ volume }),
    summary: 'Get a volume with its size and the space that it uses.',
  }),
  resizeVolume: call({
    method: 'PATCH',
    path: 'volume/{id}/resize',
    access: may('instances.write', 'volume', 'params.id'),
    params: byId,
    body: v.strictObject({ sizeBytes: volumeMount.entries.sizeBytes }),
    response: v.object({ volume }),
    success: 'Volume enlarged',
    invalidates: [],
    summary: 'Enlarge a volume. A volume whose size the engine enforces keeps it.',
  }),
  deleteVolume: call({
    method: 'DELETE',
    path: 'volume/{id}',
    access: mayMoveData('volume', 'params.id'),
    stepUp: true,
    params: byId,
    response: done,
    success: 'Volume deleted',
    invalidates: [],
    summary: 'Delete a volume with its data. Rejected while a deployment mounts it.',
  }),
  abandonVolume: call({
    method: 'POST',
    path: 'volume/{id}/abandon',
    access: mayMoveData('volume', 'params.id'),
    stepUp: true,
    params: byId,
    response: done,
    success: 'Volume removed',
    invalidates: [],
    summary:
      'Remove a volume that is being deleted while its engine is not connected. Its data is deleted if the engine is connected again.',
  }),
}
