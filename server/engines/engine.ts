import type { EngineCommands, Probe, ProbeResult } from './interface/commands.ts'
import type {
  ControlPlaneTarget,
  EngineCapabilities,
  EngineDescription,
  EngineName,
  MeasuredIsolation,
} from './interface/description.ts'
import type { WorkloadFile } from './interface/files.ts'
import type { EngineNetworks, NetworkAttachment } from './interface/networks.ts'
import type { WorkloadStats } from './interface/stats.ts'
import type { EngineVolumes, VolumeMount } from './interface/volumes.ts'

/**
 * The contract of an engine that runs workloads. A driver translates these calls to and from its engine's API; it never
 * decides, retries or stores. Every driver passes tests/engines/suite.ts.
 */
export interface Engine extends EngineNetworks, EngineVolumes, EngineCommands {
  readonly name: EngineName

  /** Describes the engine, its isolation and its limits for operators. Rejects with `engineUnreachable`. */
  describe(signal?: AbortSignal): Promise<EngineDescription>

  capabilities(): Promise<EngineCapabilities>

  /**
   * Makes the image available and returns an immutable reference to start it by: no later pull can change its content.
   * With every call, the registry checks whether these credentials may read the image, even when the engine already has
   * it. With `from: 'cache'` only the engine is queried. Built-in images need no registry.
   */
  pull(image: string, options: PullOptions): Promise<PulledImage>

  /** Removes an image by a reference that `pull` returned. Returns false when a container still uses it. */
  removeImage(reference: string): Promise<boolean>

  /** Returns the first variable that this engine rejects, with a message for users; undefined when all are valid. */
  findInvalidVariable(environment: Record<string, string>): Promise<InvalidVariable | undefined>

  /**
   * Creates and starts a workload. Idempotent by `id`: a repeated call returns the existing workload, and starts it if
   * it was only created, so a caller that was killed can retry. Files are written and networks connected before the
   * program starts. A workload that could not be started (port taken, disk
   * full) stays `created` until it is removed. An unknown command is rejected, or exits with code 127 where only the
   * container's init can detect it. The image must be available: `pull` first.
   */
  start(spec: WorkloadSpec, signal?: AbortSignal): Promise<Workload>

  /** Requests the workload to stop, and kills it after `graceMs`. Does nothing when it has ended. */
  stop(id: string, graceMs: number): Promise<void>

  /** Stops and starts the same workload; its ports may change. */
  restart(id: string, graceMs: number): Promise<Workload>

  /** Stops and deletes the workload. Does nothing when it is unknown. */
  remove(id: string): Promise<void>

  /**
   * Removes what a killed control plane left behind, except workloads: their networks, and the shared networks and
   * volumes that are neither known nor in use; without `known`, these stay. Nothing younger than ten minutes is removed,
   * so that ids may be read before the call, except networks of workloads that are `unneeded`.
   */
  removeOrphans?(known?: KnownResources, signal?: AbortSignal): Promise<void>

  /**
   * Starts two small workloads that try to reach each other, the machine and the control plane, and keeps the result
   * for `describe`. Takes some seconds. Undefined for engines whose workloads have no networks of their own.
   */
  measureIsolation?(target: ControlPlaneTarget, signal: AbortSignal): Promise<MeasuredIsolation>

  inspect(id: string): Promise<Workload | undefined>

  /** Returns whether a running workload listens on a TCP port; undefined if only its published port can show that. */
  listens(workload: Workload, containerPort: number): Promise<boolean | undefined>

  /**
   * Tests once whether a workload is ready. HTTP and TCP probes connect to the published port. Resolves with a reason
   * when it is not ready, ended or unknown; rejects only when the engine cannot tell. A workload that was just inspected
   * is not inspected again.
   */
  probe(workload: string | Workload, probe: Probe, signal?: AbortSignal): Promise<ProbeResult>

  /** Lists every workload of this installation, running or ended, and none of another installation. */
  list(): Promise<Workload[]>

  /** Yields the output since `sinceMs` (else all of it) in order; with `follow`, until the workload has ended. */
  logs(id: string, options: LogOptions): AsyncIterable<LogEntry>

  stats(id: string, signal?: AbortSignal): Promise<WorkloadStats>

  /** Returns the bytes that each running workload uses on disk beside its image, by workload id, in one pass. */
  diskUsage(signal?: AbortSignal): Promise<Map<string, DiskUse>>

  /** Returns the space of the disk that workloads write to; undefined when it is not on this machine. */
  diskSpace(): Promise<DiskSpace | undefined>

  /**
   * Yields changes of this installation's workloads from the time of the call, so a caller that listens first and lists
   * afterwards misses none. Throws `engineUnreachable` when the connection is lost; ends without an error when the
   * signal is aborted.
   */
  events(signal: AbortSignal): AsyncIterable<EngineEvent>

  /**
   * Closes connections. Containers keep running. Processes on this machine are stopped, so that none is left behind;
   * they are `created` afterwards, and `start` starts them again.
   */
  close(): Promise<void>
}

export interface InvalidVariable {
  name: string
  message: string
}

export interface RegistryCredentials {
  registry: string
  username: string
  password: string
}

export interface PullOptions {
  credentials?: RegistryCredentials | undefined
  from?: 'registry' | 'cache'
  onProgress?: (message: string) => void
  signal?: AbortSignal | undefined
}

export interface PulledImage {
  reference: string
  /** True when the engine did not have the image before. */
  isNew: boolean
}

/** In bytes. `notMeasurable` could be any amount, so it must not count as 0. */
export type DiskUse = number | 'notMeasurable'

export interface DiskSpace {
  totalBytes: number
  /** Bytes available to this user. */
  freeBytes: number
}

export interface WorkloadSpec {
  /** Chosen by the caller, unique in the installation: letters, digits, hyphens. */
  id: string
  image: string
  /** The image's own entrypoint when not given. With one, the image's command is not used either. */
  entrypoint?: string[] | undefined
  /** The image's own command when not given. */
  command?: string[] | undefined
  /** An absolute path; the image's own when not given. */
  workingDirectory?: string | undefined
  /** A name or number, with `:group` if needed; the image's own when not given. */
  user?: string | undefined
  environment: Record<string, string>
  files?: readonly WorkloadFile[] | undefined
  mounts?: readonly VolumeMount[] | undefined
  networks?: readonly NetworkAttachment[] | undefined
  /** The name of a signal, such as SIGINT; the image's own or SIGTERM when not given. */
  stopSignal?: string | undefined
  /** Ports inside the workload; each is published on a port that the engine chooses, unless `hostPort` names one. */
  ports: { containerPort: number; protocol?: PortProtocol | undefined; hostPort?: number | undefined }[]
  /**
   * `storageBytes` limits what the workload writes to its own files; where the engine cannot enforce it, `diskUsage`
   * shows the excess.
   */
  limits: { cpuMilli: number; memoryBytes: number; storageBytes?: number; sharedMemoryBytes?: number | undefined }
  /** Stored with the workload; returned by inspect, list and events. */
  labels: Record<string, string>
}

export interface Workload {
  id: string
  state: WorkloadState
  image: string
  labels: Record<string, string>
  ports: { containerPort: number; protocol?: PortProtocol | undefined; hostPort: number }[]
  /** Its address in a network of the engine's machine, and that machine's own address there. */
  bridge?: { address: string; gateway: string } | undefined
}

/** TCP when not given. */
export type PortProtocol = 'tcp' | 'udp'

/** What the control plane still needs; `unneeded` returns those of workloads that will not be started any more. */
export interface KnownResources {
  networkIds: ReadonlySet<string>
  volumeIds: ReadonlySet<string>
  unneeded?(workloadIds: readonly string[]): Promise<readonly string[]>
}

export type WorkloadState =
  | { kind: 'created' }
  | { kind: 'running'; startedAtMs: number; isPaused?: boolean }
  | { kind: 'ended'; exitCode: number; outOfMemory: boolean; endedAtMs: number; message?: string }

export interface LogOptions {
  follow: boolean
  sinceMs?: number | undefined
  signal?: AbortSignal | undefined
}

export interface LogEntry {
  stream: 'stdout' | 'stderr'
  /** When the engine read it, in nanoseconds since 1970 as decimal digits; entries of one instant keep their order. */
  atNs: string
  /** As the workload wrote it: may hold several lines, part of one, or part of a character. */
  bytes: Uint8Array
}

export interface EngineEvent {
  id: string
  labels: Record<string, string>
  atMs: number
  kind: 'started' | 'ended' | 'outOfMemory' | 'removed'
  /** The exit code of an `ended` event, where the engine reports it; its next response may take a while. */
  exitCode?: number
}

export type EngineFailureCode =
  | 'engineUnreachable'
  | 'imageNotFound'
  | 'imageUnsupported'
  | 'registryDenied'
  | 'registryUnreachable'
  | 'commandNotFound'
  | 'commandUnsupported'
  | 'commandFailed'
  | 'portTaken'
  | 'subnetsExhausted'
  | 'networkNotFound'
  | 'networkInUse'
  | 'volumeNotFound'
  | 'volumeInUse'
  | 'workloadNotFound'
  | 'workloadNotRunning'
  | 'diskFull'
  | 'invalidSpec'
  | 'unexpected'

/** An error of the engine; `message` is for users and says what to do. */
export class EngineFailure extends Error {
  readonly code: EngineFailureCode

  constructor(code: EngineFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineFailure'
    this.code = code
  }
}
