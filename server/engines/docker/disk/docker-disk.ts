import type { ContainerInfo } from 'dockerode'
import { diskSpaceOf } from '../../disk-space.ts'
import type { DiskSpace } from '../../engine.ts'
import type { DockerClient } from '../docker-client.ts'
import type { DockerNames } from '../docker-names.ts'
import { lentFileBytes } from './lent-files.ts'

/** The engine's answer with `size`; dockerode's type leaves the size out. */
type SizedContainer = ContainerInfo & { SizeRw?: number }

interface VolumeSizes {
  Volumes?: { Name: string; UsageData?: { Size: number } | null }[] | null
}

export interface DockerDisk {
  usage(signal: AbortSignal): Promise<Map<string, number>>
  space(signal: AbortSignal): Promise<DiskSpace | undefined>
}

export function dockerDisk(client: DockerClient, names: DockerNames): DockerDisk {
  let root: string | undefined

  /** The engine's data folder, where the engine is on this machine; asked for once. */
  async function engineRoot(signal: AbortSignal): Promise<string | undefined> {
    if (!client.isLocal) return undefined
    root ??= (await client.ask<{ DockerRootDir?: string }>('/info', signal)).DockerRootDir
    return root
  }

  return {
    async space(signal) {
      const path = await engineRoot(signal)
      return path ? diskSpaceOf(path) : undefined
    },

    /**
     * What each running container wrote: its own layer, and beside it the volumes that its image declares and the files
     * that the engine lends it. The engine walks its folders for this, so it is asked once for all containers, and for
     * volumes only where there are any.
     */
    async usage(signal) {
      const filters = JSON.stringify({ label: [names.filter], status: ['running', 'paused'] })
      const query = { size: true, filters }
      const found = await client.ask<SizedContainer[]>('/containers/json', signal, { query })
      const hasVolumes = found.some((container) => volumesOf(container).length > 0)
      const volumes = hasVolumes ? await volumeSizes(client, signal) : new Map<string, number>()
      const path = await engineRoot(signal)
      const usage = new Map<string, number>()
      for (const container of found) {
        const id = names.workloadOf(container.Names, container.Labels)
        if (id === undefined) continue
        const inVolumes = volumesOf(container).reduce((sum, name) => sum + (volumes.get(name) ?? 0), 0)
        const lent = path ? await lentFileBytes(path, container.Id) : 0
        usage.set(id, (container.SizeRw ?? 0) + inVolumes + lent)
      }
      return usage
    },
  }
}

const volumesOf = ({ Mounts }: ContainerInfo): string[] =>
  Mounts.flatMap(({ Type, Name }) => (Type === 'volume' && Name ? [Name] : []))

async function volumeSizes(client: DockerClient, signal: AbortSignal): Promise<Map<string, number>> {
  const { Volumes } = await client.ask<VolumeSizes>('/system/df', signal, { query: { type: 'volume' } })
  return new Map((Volumes ?? []).map(({ Name, UsageData }) => [Name, Math.max(0, UsageData?.Size ?? 0)]))
}
