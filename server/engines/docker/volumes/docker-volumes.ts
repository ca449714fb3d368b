import type { VolumeInspectInfo } from 'dockerode'
import { EngineFailure, type WorkloadSpec } from '../../engine.ts'
import type { EngineVolumes, Volume } from '../../interface/volumes.ts'
import { invalid } from '../../spec/check-path.ts'
import { volumeBytes, volumeSizes, within } from '../disk/volume-sizes.ts'
import type { DockerClient } from '../docker-client.ts'
import { ignoreStatus } from '../docker-failure.ts'
import type { DockerNames } from '../docker-names.ts'
import { removeArchiveContainers, volumeArchives } from './volume-archive.ts'
import { VolumeSizeLimit } from './volume-size-limit.ts'

export interface DockerVolumes extends EngineVolumes {
  /** Throws unless every volume of the workload exists: the engine would create a missing one, without its data. */
  requireAll(spec: WorkloadSpec): Promise<void>
  /** Whether sizes are enforced; undefined until a volume with a size was created. */
  isSizeEnforced(): boolean | undefined
}

const CALL_MS = 30_000
const REMOVE_MS = 120_000

export function dockerVolumes(client: DockerClient, names: DockerNames): DockerVolumes {
  const { docker } = client
  const limit = new VolumeSizeLimit()
  const volumeOf = (id: string) => docker.getVolume(names.volume.name(id))

  /** Throws when a volume of this name belongs to another program. */
  async function find(id: string): Promise<Volume | undefined> {
    const info = await volumeOf(id)
      .inspect({ abortSignal: within(CALL_MS, undefined) })
      .catch(ignoreStatus(404))
    if (!info) return undefined
    const volume = read(info)
    if (volume) return volume
    throw invalid('volumes', `A volume named ${info.Name} already exists and does not belong to Longshore. Remove it.`)
  }

  function read({ Name, Labels, Options }: VolumeInspectInfo): Volume | undefined {
    const id = names.volume.idOf(Name)
    const labels = id === undefined ? undefined : names.volume.ownLabels(id, Labels)
    return id !== undefined && labels ? { id, labels, isSizeEnforced: Options?.size !== undefined } : undefined
  }

  async function list(signal?: AbortSignal): Promise<Volume[]> {
    const filters = JSON.stringify({ label: names.volume.filter })
    const found = await docker.listVolumes({ filters, abortSignal: within(CALL_MS, signal) })
    return (found.Volumes ?? []).flatMap((info) => read(info) ?? [])
  }

  const archives = volumeArchives(client, names)

  return {
    async createVolume({ id, sizeBytes, labels }) {
      const there = await find(id)
      if (there) return there
      const options = { Name: names.volume.name(id), Driver: 'local', Labels: names.volume.labels(id, labels) }
      await limit.create(sizeBytes, (size) =>
        docker.createVolume({ ...options, ...size, abortSignal: within(CALL_MS, undefined) }),
      )
      return (await find(id)) ?? missing()
    },

    async removeVolume(id) {
      if (!(await find(id))) return
      await removeArchiveContainers(client, names, id)
      await volumeOf(id)
        .remove({ abortSignal: within(REMOVE_MS, undefined) })
        .catch(ignoreStatus(404))
    },

    listVolumes: () => list(),

    async volumeUsage(signal) {
      const volumes = await list(signal)
      if (volumes.length === 0) return new Map()
      const sizes = await volumeSizes(client, signal)
      const usage: Awaited<ReturnType<EngineVolumes['volumeUsage']>> = new Map()
      for (const { id } of volumes) {
        const name = names.volume.name(id)
        const bytes = sizes.get(name) ?? (await volumeBytes(client, name, signal).catch(ignoreStatus(404)))
        // The volume may have been removed meanwhile.
        if (bytes !== undefined) usage.set(id, bytes)
      }
      return usage
    },

    async exportVolume(id, signal, key) {
      if (!(await find(id))) missing()
      return archives.exportVolume(id, signal, key)
    },

    async importVolume(id, archive, signal) {
      if (!(await find(id))) missing()
      await archives.importVolume(id, archive, signal)
    },

    async requireAll({ mounts = [] }) {
      for (const { volumeId } of mounts) if (!(await find(volumeId))) missing()
    },

    isSizeEnforced: () => limit.isSupported,
  }
}

function missing(): never {
  throw new EngineFailure('volumeNotFound', 'A volume of the workload no longer exists. Choose another one.')
}
