import type { Container, ContainerStats } from 'dockerode'
import { EngineFailure } from '../engine.ts'
import type { WorkloadStats } from '../interface/stats.ts'

/** Takes a single sample; without `one-shot` the engine waits a second for a second sample. */
export async function dockerStats(container: Container, abortSignal: AbortSignal): Promise<WorkloadStats> {
  // A variable, because the types of the client do not know the signal.
  const options = { stream: false, 'one-shot': true, abortSignal } as const
  const stats = await container.stats(options)
  if (!stats.memory_stats?.usage) {
    throw new EngineFailure('workloadNotRunning', 'The workload is not running. Start it first.')
  }
  return {
    atMs: Date.parse(stats.read),
    cpuMicros: Math.round(stats.cpu_stats.cpu_usage.total_usage / 1000),
    memoryBytes: stats.memory_stats.usage - reclaimable(stats.memory_stats.stats),
    memoryLimitBytes: stats.memory_stats.limit,
    ...networkBytes(stats),
    ...diskBytes(stats),
  }
}

/** Returns the file cache that the kernel can reclaim; the engines' own tools subtract it too. */
function reclaimable(stats: Partial<ContainerStats['memory_stats']['stats']> | undefined): number {
  return stats?.total_inactive_file ?? stats?.inactive_file ?? 0
}

/** Without a network there are no counters, and nothing is sent. */
function networkBytes({ networks }: Pick<Partial<ContainerStats>, 'networks'>) {
  const all = Object.values(networks ?? {})
  return {
    networkInBytes: all.reduce((sum, each) => sum + each.rx_bytes, 0),
    networkOutBytes: all.reduce((sum, each) => sum + each.tx_bytes, 0),
  }
}

/** The engine lists nothing before the first transfer, and where the kernel does not account transfers. */
function diskBytes({ blkio_stats: stats }: Pick<Partial<ContainerStats>, 'blkio_stats'>) {
  const entries = stats?.io_service_bytes_recursive
  if (!Array.isArray(entries)) return {}
  const sumOf = (op: string) =>
    entries.reduce((sum, entry) => (entry.op.toLowerCase() === op ? sum + entry.value : sum), 0)
  return { diskReadBytes: sumOf('read'), diskWriteBytes: sumOf('write') }
}
