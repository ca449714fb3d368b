import { availableParallelism, totalmem } from 'node:os'
import type { EngineDescription } from '../engine.ts'
import type { Isolation } from './sandbox/find-isolation.ts'

const limits =
  'memory and processor limits are watched from outside, so they hold on average and not from moment to moment.'

const sentences: Record<Isolation['kind'], string> = {
  network: `Only built-in images run, as processes of this machine, each in a bubblewrap sandbox with a network of its own that reaches nothing else; ${limits}`,
  sandbox: `Only built-in images run, as processes of this machine in a bubblewrap sandbox, but they share its network and reach all that it reaches; ${limits}`,
  none: `Only built-in images run, as ordinary processes of this machine: nothing isolates them, and ${limits}`,
}

export function describeProcess({ kind }: Isolation): EngineDescription {
  return {
    name: 'process',
    version: `Node ${process.versions.node}`,
    isolation: sentences[kind],
    cpuCount: availableParallelism(),
    memoryBytes: totalmem(),
  }
}
