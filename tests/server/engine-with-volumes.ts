import type { Engine, WorkloadSpec } from '../../server/engines/engine.ts'
import { EngineFailure } from '../../server/engines/engine.ts'
import type { Volume } from '../../server/engines/interface/volumes.ts'

export interface EngineWithVolumes {
  engine: Engine
  /** What each volume holds in bytes, by its id. */
  volumes: Map<string, Volume & { usedBytes: number }>
  /** The specification of each workload that was started, in order. */
  started: WorkloadSpec[]
}

/** Adds volumes that hold no data to an engine that has none: they can be created, mounted, measured and removed. */
export function withVolumes(engine: Engine): EngineWithVolumes {
  const volumes: EngineWithVolumes['volumes'] = new Map()
  const started: WorkloadSpec[] = []
  const mounting = async (volumeId: string) => {
    const running = new Set((await engine.list()).map(({ id }) => id))
    return started.some(({ id, mounts = [] }) => running.has(id) && mounts.some((mount) => mount.volumeId === volumeId))
  }
  return {
    volumes,
    started,
    engine: {
      ...engine,
      capabilities: async () => ({ ...(await engine.capabilities()), volumes: true, volumeSizes: false }),
      async start(spec, signal) {
        const { mounts = [], ...rest } = spec
        for (const { volumeId } of mounts)
          if (!volumes.has(volumeId)) throw new EngineFailure('volumeNotFound', 'A volume no longer exists.')
        started.push(spec)
        return engine.start(rest, signal)
      },
      async createVolume({ id, labels }) {
        const volume = volumes.get(id) ?? { id, labels, isSizeEnforced: false, usedBytes: 0 }
        volumes.set(id, volume)
        return volume
      },
      async removeVolume(id) {
        if (await mounting(id)) throw new EngineFailure('volumeInUse', 'The volume is mounted.')
        volumes.delete(id)
      },
      listVolumes: async () => [...volumes.values()],
      volumeUsage: async () => new Map([...volumes.values()].map(({ id, usedBytes }) => [id, usedBytes])),
    },
  }
}
