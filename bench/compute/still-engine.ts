import type { Engine, Workload } from '../../server/engines/engine.ts'

const MIB = 1024 ** 2

/** Runs these workloads, and never changes. */
export function stillEngine(ids: readonly string[], onFollowed: () => void = () => undefined): Engine {
  const unused = () => Promise.reject(new Error('These workloads do not change'))
  const workloadOf = (id: string): Workload => ({
    id,
    image: 'longshore/hello:1',
    labels: {},
    state: { kind: 'running', startedAtMs: 0 },
    ports: [{ containerPort: 8080, hostPort: 20_000 }],
  })
  // Small, because the memory of the control plane is measured: `once` of node:events keeps a kilobyte for each.
  const untilAborted = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      if (!signal || signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
  return {
    name: 'docker',
    describe: async () => ({
      name: 'docker',
      version: '0',
      isolation: '',
      cpuCount: 1_000_000,
      memoryBytes: 1_000_000 * 1024 * MIB,
    }),
    pull: unused,
    removeImage: unused,
    findInvalidVariable: async () => undefined,
    start: unused,
    stop: unused,
    restart: unused,
    remove: unused,
    inspect: async (id) => workloadOf(id),
    listens: async () => true,
    list: async () => ids.map(workloadOf),
    // biome-ignore lint/correctness/useYield: the workloads are silent
    logs: async function* (_id, { signal }) {
      onFollowed()
      await untilAborted(signal)
    },
    exec: unused,
    stream: unused,
    openSession: unused,
    endSession: unused,
    feed: unused,
    pause: unused,
    resume: unused,
    exportVolume: unused,
    importVolume: unused,
    stats: unused,
    capabilities: async () => ({
      files: true,
      volumes: true,
      volumeSizes: true,
      networks: true,
      udp: true,
      commands: true,
      users: true,
      workingDirectory: true,
      sharedMemory: true,
      stopSignals: true,
      streams: true,
    }),
    probe: unused,
    createNetwork: unused,
    removeNetwork: unused,
    connect: unused,
    disconnect: unused,
    createVolume: unused,
    removeVolume: unused,
    listVolumes: async () => [],
    volumeUsage: async () => new Map(),
    diskUsage: async () => new Map(),
    diskSpace: async () => ({ totalBytes: 1_000_000_000 * MIB, freeBytes: 1_000_000_000 * MIB }),
    // biome-ignore lint/correctness/useYield: nothing happens
    events: async function* (signal) {
      await untilAborted(signal)
    },
    close: async () => {},
  }
}
