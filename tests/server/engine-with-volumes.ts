import { spawn } from 'node:child_process'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import type { Engine, WorkloadSpec } from '../../server/engines/engine.ts'
import { EngineFailure } from '../../server/engines/engine.ts'
import type { Volume } from '../../server/engines/interface/volumes.ts'

export interface EngineWithVolumes {
  engine: Engine
  /** What each volume holds, by its id: its size in bytes, and the content of files by their names. */
  volumes: Map<string, Volume & { usedBytes: number; files: Map<string, string> }>
  paused: Set<string>
  /** The specification of each workload that was started, in order. */
  started: WorkloadSpec[]
}

/** Adds volumes that workloads cannot see to an engine that has none: they can be created, mounted, measured, copied and removed. */
export function withVolumes(engine: Engine): EngineWithVolumes {
  const volumes: EngineWithVolumes['volumes'] = new Map()
  const started: WorkloadSpec[] = []
  const paused = new Set<string>()
  const mounting = async (volumeId: string) => {
    const running = new Set((await engine.list()).map(({ id }) => id))
    return started.some(({ id, mounts = [] }) => running.has(id) && mounts.some((mount) => mount.volumeId === volumeId))
  }
  return {
    volumes,
    started,
    paused,
    engine: {
      ...engine,
      capabilities: async () => ({
        ...(await engine.capabilities()),
        volumes: true,
        volumeSizes: false,
        streams: true,
      }),
      async start(spec, signal) {
        const { mounts = [], ...rest } = spec
        for (const { volumeId } of mounts)
          if (!volumes.has(volumeId)) throw new EngineFailure('volumeNotFound', 'A volume no longer exists.')
        started.push(spec)
        return engine.start(rest, signal)
      },
      async createVolume({ id, labels }) {
        const volume = volumes.get(id) ?? { id, labels, isSizeEnforced: false, usedBytes: 0, files: new Map() }
        volumes.set(id, volume)
        return volume
      },
      async removeVolume(id) {
        if (await mounting(id)) throw new EngineFailure('volumeInUse', 'The volume is mounted.')
        volumes.delete(id)
      },
      listVolumes: async () => [...volumes.values()],
      /** Runs the command on this machine. */
      async stream(_id, [program = '', ...args]) {
        const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
        const errors = buffer(child.stderr)
        const code = new Promise<number>((resolve) => child.once('close', (exitCode) => resolve(exitCode ?? 1)))
        return Readable.from(
          (async function* () {
            yield* child.stdout
            if ((await code) !== 0) throw new EngineFailure('commandFailed', `It failed: ${await errors}`)
          })(),
          { objectMode: false },
        )
      },
      async pause(id) {
        paused.add(id)
      },
      async resume(id) {
        paused.delete(id)
      },
      async exportVolume(id) {
        const archive = pack()
        for (const [name, content] of volumes.get(id)?.files ?? []) archive.entry({ name }, content)
        archive.finalize()
        return archive.pipe(new PassThrough())
      },
      async importVolume(id, archive) {
        const parser = extract()
        parser.on('entry', (header, content, next) => {
          buffer(content).then((bytes) => {
            volumes.get(id)?.files.set(header.name, bytes.toString())
            next()
          }, next)
        })
        await pipeline(archive, parser)
      },
      volumeUsage: async () => new Map([...volumes.values()].map(({ id, usedBytes }) => [id, usedBytes])),
    },
  }
}
