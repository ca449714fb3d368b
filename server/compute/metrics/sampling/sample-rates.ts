import type { DiskUse } from '../../../engines/engine.ts'
import type { WorkloadStats } from '../../../engines/interface/stats.ts'
import { CPU_SCALE, columns, PAGE_BYTES, type Sample } from '../columns.ts'

/** What a rate is computed from: the counters of a workload, and when they were read by a clock that never jumps. */
export interface CounterReading {
  stats: WorkloadStats
  monotonicMs: number
}

export interface MeasuredReplica {
  reading: CounterReading
  /** The former reading of the same workload. */
  before: CounterReading | undefined
  disk: DiskUse | undefined
  /** Thousandths of a core that it may use. */
  cpuMilli: number
}

/** After a longer gap the mean would say nothing about its last ten seconds. */
const MAX_GAP_MS = 60_000
/** The engine's clock is trusted as long as it agrees with ours. */
const CLOCK_TOLERANCE = 0.25
const MAX_STORED = 2 ** 50

/**
 * Returns a sample: gauges as they are, counters as rates since the former reading. A counter that went back was reset:
 * it has no rate, except the processor time of a restarted workload, which began at zero.
 */
export function sampleOf({ reading, before, disk, cpuMilli }: MeasuredReplica): Sample {
  const sample = new Map<number, number>()
  const set = (id: number, value: number | undefined) => {
    if (value !== undefined && value >= 0) sample.set(id, Math.min(Math.round(value), MAX_STORED))
  }
  const { stats } = reading
  set(columns.memory.id, stats.memoryBytes / PAGE_BYTES)
  if (typeof disk === 'number') set(columns.diskUsed.id, disk / PAGE_BYTES)
  const ms = before && elapsedMs(before, reading)
  if (!before || ms === undefined) return sample

  const cpuMicros = stats.cpuMicros - before.stats.cpuMicros
  const isRestart = cpuMicros < 0 && stats.cpuMicros <= ms * cpuMilli
  if (cpuMicros >= 0) set(columns.cpu.id, (cpuMicros / ms) * CPU_SCALE)
  else if (isRestart) set(columns.cpu.id, (stats.cpuMicros / ms) * CPU_SCALE)
  for (const [id, counter] of counters) {
    const [now, then] = [stats[counter], before.stats[counter]]
    if (now !== undefined && then !== undefined && now >= then) set(id, ((now - then) * 1000) / ms)
  }
  return sample
}

const counters = [
  [columns.networkIn.id, 'networkInBytes'],
  [columns.networkOut.id, 'networkOutBytes'],
  [columns.diskRead.id, 'diskReadBytes'],
  [columns.diskWrite.id, 'diskWriteBytes'],
] as const

/** Undefined when no rate can be computed from the two readings. */
function elapsedMs(before: CounterReading, now: CounterReading): number | undefined {
  const ours = now.monotonicMs - before.monotonicMs
  if (ours <= 0 || ours > MAX_GAP_MS) return undefined
  const engines = now.stats.atMs - before.stats.atMs
  return Math.abs(engines - ours) <= ours * CLOCK_TOLERANCE && engines > 0 ? engines : ours
}
