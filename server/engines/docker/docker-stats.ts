import type { Container, ContainerStats } from 'dockerode'
import { EngineFailure, type WorkloadStats } from '../engine.ts'

/** Takes a single sample; without `one-shot` the engine waits a second for a second sample. */
export async function dockerStats(container: Container): Promise<WorkloadStats> {
  const stats = await container.stats({ stream: false, 'one-shot': true })
  if (!stats.memory_stats?.usage) {
    throw new EngineFailure('workloadNotRunning', 'The workload is not running. Start it first.')
  }
  return {
    atMs: Date.parse(stats.read),
    cpuMicros: Math.round(stats.cpu_stats.cpu_usage.total_usage / 1000),
    memoryBytes: stats.memory_stats.usage - reclaimable(stats.memory_stats.stats),
    memoryLimitBytes: stats.memory_stats.limit,
  }
}

/** Returns the file cache that the kernel can reclaim; the engines' own tools subtract it too. */
function reclaimable(stats: Partial<ContainerStats['memory_stats']['stats']> | undefined): number {
  return stats?.total_inactive_file ?? stats?.inactive_file ?? 0
}
