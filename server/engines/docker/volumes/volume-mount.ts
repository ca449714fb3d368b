import type { MountSettings } from 'dockerode'
import type { VolumeMount } from '../../interface/volumes.ts'
import type { DockerNames } from '../docker-names.ts'

/** The labels are for a volume that is removed just before: the engine then creates it again. */
export function volumeMount({ volumeId, path, isReadOnly }: VolumeMount, { volume }: DockerNames): MountSettings {
  return {
    Type: 'volume',
    Source: volume.name(volumeId),
    Target: path,
    ReadOnly: isReadOnly ?? false,
    VolumeOptions: {
      NoCopy: false,
      Labels: volume.labels(volumeId, {}),
      DriverConfig: { Name: 'local', Options: {} },
    },
  }
}
