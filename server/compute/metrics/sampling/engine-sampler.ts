import type { DiskUse, Engine } from '../../../engines/engine.ts'
import type { Engines } from '../../../engines/engines.ts'
import { forEachConcurrent } from '../../../engines/for-each-concurrent.ts'
import type { Sample } from '../columns.ts'
import { type CounterReading, sampleOf } from './sample-rates.ts'
import type { SampledReplica } from './sampled-replicas.ts'

export interface EngineSampler {
  /** Resolves with the samples of all replicas that their engines answered for in time. */
  sample(replicas: readonly SampledReplica[], signal: AbortSignal): Promise<Map<string, Sample>>
}

interface EngineSamplerOptions {
  engines: Pick<Engines<Pick<Engine, 'stats'>>, 'of' | 'has'>
  diskUse: () => ReadonlyMap<string, DiskUse> | undefined
  /** For all replicas together. */
  limitMs?: number | undefined
  atOnce?: number
  monotonicMs: () => number
}

const LIMIT_MS = 8000
const AT_ONCE = 16

/**
 * Reads the counters of all replicas, of each engine by itself. An engine that does not answer delays none of the
 * others; until its last call has ended, it is not asked again.
 */
export function createEngineSampler(options: EngineSamplerOptions): EngineSampler {
  const { engines, diskUse, monotonicMs, limitMs = LIMIT_MS, atOnce = AT_ONCE } = options
  const before = new Map<string, CounterReading>()
  const busy = new Set<string>()

  async function sampleEngine(
    name: string,
    replicas: readonly SampledReplica[],
    signal: AbortSignal,
    found: Map<string, Sample>,
  ): Promise<void> {
    if (busy.has(name) || !engines.has(name)) return
    const engine = engines.of(name)
    const disks = diskUse()
    busy.add(name)
    const work = forEachConcurrent(replicas, atOnce, async ({ id, workloadId, cpuMilli }) => {
      if (signal.aborted) return
      try {
        const stats = await engine.stats(workloadId, signal)
        if (signal.aborted) return
        const reading = { stats, monotonicMs: monotonicMs() }
        found.set(id, sampleOf({ reading, before: before.get(workloadId), disk: disks?.get(workloadId), cpuMilli }))
        before.set(workloadId, reading)
      } catch {
        // The replica has a gap, which its chart shows.
      }
    }).finally(() => busy.delete(name))
    await Promise.race([work, aborted(signal)])
  }

  return {
    async sample(replicas, stopping) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(limitMs)])
      const found = new Map<string, Sample>()
      await Promise.all(
        [...Map.groupBy(replicas, ({ engine }) => engine)].map(([name, own]) => sampleEngine(name, own, signal, found)),
      )
      const current = new Set(replicas.map(({ workloadId }) => workloadId))
      for (const id of before.keys()) if (!current.has(id)) before.delete(id)
      // A call that ends late must not change what is stored by then.
      return new Map(found)
    },
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
