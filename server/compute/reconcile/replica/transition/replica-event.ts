import type { Instance } from '../../../../../src/contract/wire/compute.ts'
import { type DiskUse, EngineFailure, type Workload, type WorkloadState } from '../../../../engines/engine.ts'
import type { Unhealthy } from '../../health/health-watch.ts'

/** The columns of a replica that transitions read and write. */
export interface ReplicaState {
  /** `waiting` until the services that it starts after are ready. */
  desiredState: 'waiting' | 'active' | 'closed' | 'deleted'
  state: 'Starting' | 'Active' | 'Failed-start' | 'Closed'
  status: Instance['status']
  progressMessage: string
  error: { code: string; message: string; at: string } | null
  publishedPorts: Workload['ports']
  observedAt: Date | null
  finishedAt: Date | null
  deadlineAt: Date | null
  dueAt: Date | null
  activeSince: Date | null
  attempts: number
}

/** What the configuration says about a replica's service. */
export interface ReplicaRules {
  hasPorts: boolean
  storageBytes: number
  restartPolicy: 'always' | 'on-failure' | 'never'
  stopGraceMs: number
}

/** What was down when a workload may have ended, so that its end does not count as its own failure. */
export type Outage = 'engine' | 'controlPlane'
export type Exited = Extract<WorkloadState, { kind: 'ended' }>

/** A volume that uses more than its size, where the engine does not enforce it. */
export interface OverVolume {
  volume: string
  usedBytes: number
  sizeBytes: number
}

/** Why a workload is torn down, which decides the next state of its replica. */
export type Outcome =
  | { kind: 'closed' }
  | { kind: 'finished'; message: string }
  | { kind: 'overDisk'; used: DiskUse | OverVolume }
  | { kind: 'failed'; error: { code: string; message: string } }

export type ReplicaEvent =
  /** A pass begins. `exit` comes from the engine's event, which can precede the inspection by seconds. */
  | { kind: 'triggered'; exit?: { exitCode: number; atMs: number } | undefined }
  | {
      kind: 'inspected'
      workload: Workload | undefined
      outage?: Outage | undefined
      /** Set when the workload exceeds its disk limit, or the size of a volume. */
      overDisk?: DiskUse | OverVolume | undefined
      /** Set when its health check has failed too many times in a row. */
      unhealthy?: Unhealthy | undefined
    }
  | { kind: 'started'; workload: Workload }
  | { kind: 'ready'; ports: Workload['ports'] }
  | { kind: 'exited'; exit: Exited }
  /** A started workload was not ready in time. */
  | { kind: 'unhealthy'; error: { code: string; message: string } }
  | { kind: 'tornDown'; outcome: Outcome }
  /** A step threw, after `failures` failed passes in a row. */
  | { kind: 'failed'; failure: Failure; failures: number }

export type EventOf<K extends ReplicaEvent['kind']> = Extract<ReplicaEvent, { kind: K }>

export type Step =
  | { kind: 'inspect' }
  | { kind: 'start' }
  | { kind: 'restart' }
  | { kind: 'awaitReady'; workload: Workload }
  | { kind: 'teardown'; graceMs: number; outcome: Outcome }
  /** The pass is over. Without `requeueAt` only another event can change anything. */
  | { kind: 'rest'; requeueAt?: Date }
  /** The pass failed and is repeated after a back-off. */
  | { kind: 'retry' }

export interface Observation {
  set?: Partial<ReplicaState>
  /** Lines of the deployment log. */
  logs?: readonly string[]
  /** Lines of the log of instance events. */
  events?: readonly string[]
}

/** A start that the reconciler itself abandons. The message is shown to the user and names the remedy. */
export class StartFailed extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** An error as data: `start` was decided here, `engine` by the engine, and `unexpected` is a bug or the database. */
export interface Failure {
  source: 'start' | 'engine' | 'unexpected'
  code: string
  message: string
}

export function failureOf(error: unknown): Failure {
  if (error instanceof StartFailed) return { source: 'start', code: error.code, message: error.message }
  if (error instanceof EngineFailure) return { source: 'engine', code: error.code, message: error.message }
  return {
    source: 'unexpected',
    code: 'unexpected',
    message: 'The instance could not be started. Deploy it again, or ask the operator to check the log of the server.',
  }
}
