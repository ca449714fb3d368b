import type { ContainerInfo } from 'dockerode'
import { diskSpaceOf } from '../../disk-space.ts'
import type { DiskSpace, DiskUse } from '../../engine.ts'
import { forEachConcurrent } from '../../for-each-concurrent.ts'
import type { DockerClient } from '../docker-client.ts'
import { ignoreStatus } from '../docker-failure.ts'
import type { DockerNames } from '../docker-names.ts'
import { engineFileBytes } from './engine-files.ts'
import { folderBytesAt, isKnown, volumeBytes, volumeSizes, within } from './volume-sizes.ts'

/** The engine's responses with `size`; some of dockerode's types lack it. */
type SizedContainer = ContainerInfo & { SizeRw?: number }
interface SizedDetails {
  SizeRw?: number
  /** With overlay2, `UpperDir` is the folder that the container writes to. */
  GraphDriver?: { Data?: { UpperDir?: string } | null }
}

interface Around {
  /** Bytes by volume name; only volumes that the engine could measure. */
  volumes: ReadonlyMap<string, number>
  root: string | undefined
  signal: AbortSignal | undefined
}

export interface DockerDisk {
  usage(signal: AbortSignal | undefined): Promise<Map<string, DiskUse>>
  space(signal: AbortSignal): Promise<DiskSpace | undefined>
}

const SHORT_CALL_MS = 15_000
/** The engine reads every file of every workload. */
const ALL_SIZES_MS = 120_000
const ONE_SIZE_MS = 30_000
const CONTAINERS_AT_ONCE = 4

export function dockerDisk(client: DockerClient, names: DockerNames): DockerDisk {
  let root: string | undefined

  /** Returns the engine's data folder when the engine is on this machine; requested once. */
  async function engineRoot(signal: AbortSignal): Promise<string | undefined> {
    if (!client.isLocal) return undefined
    root ??= (await client.getJson<{ DockerRootDir?: string }>('/info', signal)).DockerRootDir
    return root
  }

  /**
   * Lists the running containers with their sizes in one call. A single container can make that call fail or hang; the
   * list is then requested without sizes, and each size by itself.
   */
  async function runningContainers(signal: AbortSignal | undefined): Promise<SizedContainer[]> {
    const filters = JSON.stringify({ label: [names.filter], status: ['running', 'paused'] })
    const list = (size: boolean, ms: number) =>
      client.getJson<SizedContainer[]>('/containers/json', within(ms, signal), { query: { size, filters } })
    return list(true, ALL_SIZES_MS).catch(() => list(false, SHORT_CALL_MS))
  }

  /**
   * Measures the container's own layer. The engine omits a size of 0 from its list, and returns -1 where it could not
   * measure.
   */
  async function layerBytes({ Id, SizeRw }: SizedContainer, signal: AbortSignal | undefined): Promise<DiskUse> {
    if (isKnown(SizeRw)) return SizeRw
    const details = (size: boolean, ms: number) =>
      client.getJson<SizedDetails>(`/containers/${Id}/json`, within(ms, signal), { query: { size } })
    const inspected = SizeRw === undefined ? await details(true, ONE_SIZE_MS).catch(() => undefined) : undefined
    if (isKnown(inspected?.SizeRw)) return inspected.SizeRw
    return folderBytesAt(client, (await details(false, SHORT_CALL_MS)).GraphDriver?.Data?.UpperDir, signal)
  }

  /** Volumes that outlive the container do not count towards its storage. */
  const ownVolumes = ({ Mounts }: ContainerInfo): string[] =>
    Mounts.flatMap(({ Type, Name }) =>
      Type === 'volume' && Name && names.volume.idOf(Name) === undefined ? [Name] : [],
    )

  async function bytesOf(container: SizedContainer, around: Around): Promise<DiskUse> {
    const { volumes, root, signal } = around
    const parts = [await layerBytes(container, signal)]
    for (const name of ownVolumes(container)) parts.push(volumes.get(name) ?? (await volumeBytes(client, name, signal)))
    if (root) parts.push(await engineFileBytes(root, container.Id))
    return sumOf(parts)
  }

  return {
    async space(signal) {
      const path = await engineRoot(signal)
      return path ? diskSpaceOf(path) : undefined
    },

    /**
     * Returns the bytes that each running container wrote: its own layer, the volumes that its image declares, and the
     * engine's files that are mounted into it. Volume sizes are requested only if a container has volumes.
     */
    async usage(signal) {
      const found = await runningContainers(signal)
      const hasVolumes = found.some((container) => ownVolumes(container).length > 0)
      const volumes = hasVolumes ? await volumeSizes(client, signal) : new Map<string, number>()
      const path = await engineRoot(within(SHORT_CALL_MS, signal))
      const usage = new Map<string, DiskUse>()
      await forEachConcurrent(found, CONTAINERS_AT_ONCE, async (container) => {
        const id = names.workloadOf(container.Names, container.Labels)
        // The container may have been removed meanwhile (404).
        if (id !== undefined)
          usage.set(id, (await bytesOf(container, { volumes, root: path, signal }).catch(ignoreStatus(404))) ?? 0)
      })
      return usage
    },
  }
}

const sumOf = (parts: readonly DiskUse[]): DiskUse =>
  parts.reduce((sum, part) => (sum === 'notMeasurable' || part === 'notMeasurable' ? 'notMeasurable' : sum + part), 0)
