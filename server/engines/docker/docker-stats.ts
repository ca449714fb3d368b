import type { Container, ContainerStats } from 'dockerode'
import { EngineFailure, type WorkloadStats } from '../engine.ts'

/** One reading; `one-shot` spares the engine's own wait of a second for a second reading. */
export async function dockerStats(container: Container): Promise<WorkloadStats> {
  const stats = await container.stats({ stream: false, 'one-shot': true })
  if (!stats.memory_stats?.usage) {
    throw new EngineFailure('workloadNotRunning', 'The workload is not running, so it uses nothing. Start it first.')
  }
  return {
    atMs: Date.parse(stats.read),
    cpuMicros: Math.round(stats.cpu_stats.cpu_usage.total_usage / 1000),
    memoryBytes: stats.memory_stats.usage - reclaimable(stats.memory_stats.stats),
    memoryLimitBytes: stats.memory_stats.limit,
  }
}

/** File cache that the kernel gives back when asked; the engines' own tools leave it out as well. */
function reclaimable(stats: Partial<ContainerStats['memory_stats']['stats']> | undefined): number {
  return stats?.total_inactive_file ?? stats?.inactive_file ?? 0
}
