/**
 * What Longshore asks of whatever runs workloads. A driver translates these calls into its engine's own and back;
 * it never decides, retries or stores. Every driver passes tests/engines/suite.ts.
 */
export interface Engine {
  readonly name: EngineName

  /** What this engine is and how far its promises reach; shown to operators. Fails with `engineUnreachable`. */
  describe(signal?: AbortSignal): Promise<EngineDescription>

  /**
   * Makes the image present and returns what to start: a reference that no later pull can change. The image's registry
   * is asked every time whether these credentials may read the image, also when the engine has it. With `from: 'cache'`
   * only the engine is asked. Built-in images need no registry.
   */
  pull(image: string, options: PullOptions): Promise<PulledImage>

  /** Removes an image by a reference that `pull` returned. False when a container still uses it; true when it is gone. */
  removeImage(reference: string): Promise<boolean>

  /** The first variable that this engine refuses, with a message for a person; undefined when it takes them all. */
  findInvalidVariable(environment: Record<string, string>): Promise<InvalidVariable | undefined>

  /**
   * Creates and starts a workload. Asked again with the same `id` it answers the workload that is there
   * (started, if it was only created), so that a killed caller can ask twice. A workload that could not be started
   * (port taken, disk full) stays as `created` until it is removed. A command that does not exist is refused, or ends
   * with exit code 127 where only the container's init can tell. The image has to be there: `pull` first.
   */
  start(spec: WorkloadSpec, signal?: AbortSignal): Promise<Workload>

  /** Asks the workload to end, then makes it end after `graceMs`. Nothing to do when it has ended. */
  stop(id: string, graceMs: number): Promise<void>

  /** Stops and starts the same workload; its ports may change. */
  restart(id: string, graceMs: number): Promise<Workload>

  /** Ends the workload and forgets it. Nothing to do when it is unknown. */
  remove(id: string): Promise<void>

  /** Removes what a killed control plane left of this installation besides workloads, such as networks. */
  removeOrphans?(signal?: AbortSignal): Promise<void>

  /**
   * Starts two small workloads that try to reach each other, the machine and the control plane, and keeps the findings for
   * `describe`. Takes some seconds. Not there where workloads have no network of their own.
   */
  measureIsolation?(target: ControlPlaneTarget, signal: AbortSignal): Promise<MeasuredIsolation>

  inspect(id: string): Promise<Workload | undefined>

  /** Whether a running workload listens on one of its ports; undefined where only a connection can tell. */
  listens(id: string, containerPort: number): Promise<boolean | undefined>

  /** Every workload of this installation, running or ended; never somebody else's. */
  list(): Promise<Workload[]>

  /**
   * Output from `sinceMs` (the start when not given), in order. With `follow` it goes on until the workload ends,
   * and then only after everything that was written has been given.
   */
  logs(id: string, options: LogOptions): AsyncIterable<LogEntry>

  /** Runs a command in a running workload and answers its whole output (cut at 1 MiB). */
  exec(id: string, command: string[], signal?: AbortSignal): Promise<ExecResult>

  stats(id: string): Promise<WorkloadStats>

  /** Bytes that each running workload keeps on disk beside its image, by workload id; one pass over all of them. */
  diskUsage(signal?: AbortSignal): Promise<Map<string, DiskUse>>

  /** The disk that workloads write to; undefined when it is not on this machine. */
  diskSpace(): Promise<DiskSpace | undefined>

  /**
   * Changes of this installation's workloads from the moment of the call, so that one who listens first and lists then
   * misses nothing. Throws `engineUnreachable` when the engine goes away; ends quietly when the signal is aborted.
   */
  events(signal: AbortSignal): AsyncIterable<EngineEvent>

  /**
   * Lets go of connections. Containers go on. Processes of this machine are ended, so that nothing is left running;
   * they are `created` afterwards, and `start` starts them again.
   */
  close(): Promise<void>
}

export type EngineName = 'docker' | 'process'

export interface EngineDescription {
  name: EngineName
  version: string
  /** One plain sentence about isolation and limits, for the console. */
  isolation: string
  /** What workloads can reach, as the last probe found it; not there before the first, or where nothing is measured. */
  measured?: MeasuredIsolation | undefined
  cpuCount: number
  memoryBytes: number
}

export interface InvalidVariable {
  name: string
  message: string
}

export interface ControlPlaneTarget {
  port: number
}

/** `reachable` when a connection got through, `blocked` when none did, `unknown` when it could not be tried. */
export type Reach = 'blocked' | 'reachable' | 'unknown'

export interface MeasuredIsolation {
  /** From one workload to another. */
  betweenInstances: Reach
  /** From a workload to any address of the machine that runs it. */
  host: Reach
  controlPlane: Reach
  /** The metadata service of cloud providers, which hands out credentials of the machine. */
  metadata: Reach
  atMs: number
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
  /** The engine did not have it before. */
  isNew: boolean
}

/** In bytes. What cannot be measured may be anything, so nobody takes it for nothing. */
export type DiskUse = number | 'notMeasurable'

export interface DiskSpace {
  totalBytes: number
  /** Free for this user. */
  freeBytes: number
}

export interface WorkloadSpec {
  /** Chosen by the caller, unique in the installation: letters, digits, hyphens. */
  id: string
  image: string
  /** The image's own when not given. */
  command?: string[] | undefined
  environment: Record<string, string>
  /** Ports inside the workload; each is published on a loopback port that the engine chooses, unless `hostPort` names one. */
  ports: { containerPort: number; hostPort?: number | undefined }[]
  /** `storageBytes` bounds what it writes to its own files; an engine that cannot enforce it reports it by `diskUsage`. */
  limits: { cpuMilli: number; memoryBytes: number; storageBytes?: number }
  /** Kept with the workload and given back by inspect, list and events. */
  labels: Record<string, string>
}

export interface Workload {
  id: string
  state: WorkloadState
  image: string
  labels: Record<string, string>
  ports: { containerPort: number; hostPort: number }[]
}

export type WorkloadState =
  | { kind: 'created' }
  | { kind: 'running'; startedAtMs: number }
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

export interface ExecResult {
  exitCode: number
  output: string
}

export interface WorkloadStats {
  atMs: number
  /** Processor time used since the start, in microseconds. */
  cpuMicros: number
  memoryBytes: number
  memoryLimitBytes: number
}

export interface EngineEvent {
  id: string
  labels: Record<string, string>
  atMs: number
  kind: 'started' | 'ended' | 'outOfMemory' | 'removed'
  /** With an end, where the engine tells it at once: it may take a while before it answers more. */
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
  | 'portTaken'
  | 'subnetsExhausted'
  | 'workloadNotFound'
  | 'workloadNotRunning'
  | 'diskFull'
  | 'invalidSpec'
  | 'unexpected'

/** A refusal by the engine; `message` is for a person and says what to do. */
export class EngineFailure extends Error {
  readonly code: EngineFailureCode

  constructor(code: EngineFailureCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'EngineFailure'
    this.code = code
  }
}
