import { availableParallelism, totalmem } from 'node:os'
import type { EngineCapabilities, EngineDescription } from '../interface/description.ts'
import type { Isolation } from './sandbox/find-isolation.ts'

const limits = 'Memory and processor limits are checked periodically, so they hold on average.'

const sentences: Record<Isolation['kind'], string> = {
  network: `Only built-in images run, as processes of this machine, each in a bubblewrap sandbox with an isolated network. ${limits}`,
  sandbox: `Only built-in images run, as processes of this machine in bubblewrap sandboxes that share its network. ${limits}`,
  none: `Only built-in images run, as ordinary processes of this machine without isolation. ${limits}`,
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

export function processCapabilities({ kind }: Isolation): EngineCapabilities {
  return {
    files: false,
    volumes: false,
    volumeSizes: false,
    networks: false,
    udp: false,
    commands: kind !== 'none',
    users: false,
    workingDirectory: false,
    sharedMemory: false,
    stopSignals: false,
    streams: false,
  }
}
