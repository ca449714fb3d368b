export type EngineName = 'docker' | 'process'

export interface EngineDescription {
  name: EngineName
  /** Distinguishes it from other engines of the same kind, and outlasts restarts; undefined where nothing does. */
  id?: string | undefined
  version: string
  /** One sentence about isolation and limits, for the console. */
  isolation: string
  /** What workloads can reach, by the last measurement; undefined before the first, or where nothing is measured. */
  measured?: MeasuredIsolation | undefined
  cpuCount: number
  memoryBytes: number
}

/** What a workload's specification may use. The rest is rejected with `invalidSpec`, naming the field. */
export interface EngineCapabilities {
  files: boolean
  /** Volumes and `mounts`. */
  volumes: boolean
  /** Whether a volume's `sizeBytes` is enforced; otherwise `volumeUsage` shows the excess. Undefined until measured. */
  volumeSizes: boolean | undefined
  /** Shared networks and `networks`. */
  networks: boolean
  udp: boolean
  /** `entrypoint` and `command`, and with them `exec` and command probes. */
  commands: boolean
  users: boolean
  workingDirectory: boolean
  sharedMemory: boolean
  stopSignals: boolean
  /** `stream`, `feed` and `openSession`: dumps, files and shells. */
  streams: boolean
}

export interface ControlPlaneTarget {
  port: number
}

/**
 * `reachable` when the attempts reached the target, `blocked` when none did, `unknown` when that could not be
 * determined.
 */
export type Reach = 'blocked' | 'reachable' | 'unknown'

export interface MeasuredIsolation {
  /** From one workload to another. */
  betweenInstances: Reach
  /** From a workload to any address of the machine that runs it. */
  host: Reach
  controlPlane: Reach
  /** The cloud provider's metadata service, which hands out the machine's credentials. */
  metadata: Reach
  atMs: number
}
