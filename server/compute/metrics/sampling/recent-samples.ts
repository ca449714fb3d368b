import type { InstanceId, ReplicaId } from '../../../../src/contract/wire/common.ts'
import { SAMPLE_SECONDS } from '../../../../src/rules/metrics/metrics-window.ts'
import { CPU_SCALE, columns, PAGE_BYTES, requestColumns, type Sample } from '../columns.ts'
import type { SampledReplica } from './sampled-replicas.ts'

/** What one running replica used lately: means over the samples of the time; null where it was not measured. */
export interface RecentUse {
  replicaId: ReplicaId
  index: number
  cpuMilli: number | null
  memoryBytes: number | null
  requestsPerSecond: number | null
  connections: number | null
}

export interface RecentSamples {
  /** Takes the samples of one time. `at` tells the times of several gateways apart. */
  add(at: number, samples: ReadonlyMap<string, Sample>): void
  setReplicas(replicas: readonly SampledReplica[]): void
  /**
   * Returns what each running replica of a service used in the last seconds, at most five minutes. Undefined on a node
   * that does not sample.
   */
  readRecent(of: { instanceId: InstanceId; service: string }, seconds: number): RecentUse[] | undefined
  /** Returns all samples of the last seconds, at most five minutes. Undefined on a node that does not sample. */
  readSamples(seconds: number): RecentTimes | undefined
  clear(): void
}

export interface RecentTimes {
  replicas: readonly SampledReplica[]
  /** Several gateways may have the same time. */
  times: readonly { at: number; samples: ReadonlyMap<string, Sample> }[]
}

const KEPT_MS = 300_000

interface Kept {
  at: number
  monotonicMs: number
  samples: ReadonlyMap<string, Sample>
}

/** Keeps the latest samples of all replicas in memory, by a clock that never jumps. */
export function createRecentSamples(nowMs: () => number = () => performance.now()): RecentSamples {
  let kept: Kept[] = []
  let running: Map<InstanceId, SampledReplica[]> | undefined

  return {
    add(at, samples) {
      const monotonicMs = nowMs()
      kept = kept.filter((each) => monotonicMs - each.monotonicMs < KEPT_MS)
      kept.push({ at, monotonicMs, samples })
    },

    setReplicas(replicas) {
      running = Map.groupBy(replicas, ({ instanceId }) => instanceId)
    },

    readRecent({ instanceId, service }, seconds) {
      if (!running) return undefined
      const sinceMs = nowMs() - seconds * 1000
      const recent = kept.filter(({ monotonicMs }) => monotonicMs > sinceMs)
      const own = (running.get(instanceId) ?? []).filter((replica) => replica.service === service)
      return own.map(({ id, index }) => ({ replicaId: id, index, ...useOf(id, recent) }))
    },

    readSamples(seconds) {
      const sinceMs = nowMs() - seconds * 1000
      const times = kept.filter(({ monotonicMs }) => monotonicMs > sinceMs)
      return running && { replicas: [...running.values()].flat(), times }
    },

    clear() {
      kept = []
      running = undefined
    },
  }
}

function useOf(id: ReplicaId, recent: readonly Kept[]): Omit<RecentUse, 'replicaId' | 'index'> {
  const own = recent.flatMap(({ at, samples }) => {
    const sample = samples.get(id)
    return sample ? [{ at, sample }] : []
  })
  const valuesOf = (column: number) => own.flatMap(({ sample }) => sample.get(column) ?? [])
  // Several gateways measure at the same times.
  const measured = new Set(own.flatMap(({ at, sample }) => (sample.has(columns.connections.id) ? at : []))).size
  const total = (needed: readonly number[]) =>
    needed.reduce((sum, column) => sum + valuesOf(column).reduce((one, other) => one + other, 0), 0)
  const cpu = meanOf(valuesOf(columns.cpu.id))
  const memory = meanOf(valuesOf(columns.memory.id))
  return {
    cpuMilli: cpu === null ? null : cpu / CPU_SCALE,
    memoryBytes: memory === null ? null : memory * PAGE_BYTES,
    requestsPerSecond: measured === 0 ? null : total(requestColumns) / (measured * SAMPLE_SECONDS),
    connections: measured === 0 ? null : total([columns.connections.id]) / measured,
  }
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
