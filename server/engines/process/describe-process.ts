import { availableParallelism, totalmem } from 'node:os'
import type { EngineDescription } from '../engine.ts'

export function describeProcess(isSandboxed: boolean): EngineDescription {
  return {
    name: 'process',
    version: `Node ${process.versions.node}`,
    isolation: isSandboxed
      ? 'Only built-in images run, as processes of this machine in a bubblewrap sandbox: they share its network; memory and processor limits are watched from outside, so they hold on average and not from moment to moment.'
      : 'Only built-in images run, as ordinary processes of this machine: nothing isolates them, and memory and processor limits are watched from outside, so they hold on average and not from moment to moment.',
    cpuCount: availableParallelism(),
    memoryBytes: totalmem(),
  }
}
