import type { Readable } from 'node:stream'
import type { EngineSessions } from './sessions.ts'

/** Commands that run in a workload beside its program. */
export interface EngineCommands extends EngineSessions {
  /**
   * Runs a command in a running workload and returns its output (cut at 1 MiB). At the time limit, and when the signal
   * is aborted, the command and every process that it started are killed.
   */
  exec(id: string, command: string[], options?: ExecOptions): Promise<ExecResult>

  /**
   * Runs a command in a running workload and streams its standard output, however long. The stream fails unless the
   * command exits with code 0; the message of its error ends with what the command wrote to standard error. When the
   * stream is destroyed or the signal aborted, the command is killed with every process that it started.
   */
  stream(id: string, command: string[], signal: AbortSignal): Promise<Readable>

  /** Freezes every process of a running workload, or lets them go on. Does nothing when that is so already. */
  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
}

export interface ExecOptions {
  signal?: AbortSignal | undefined
  /** Without it, the command may run as long as the workload. */
  timeoutMs?: number | undefined
  /** Kills what a limited command has left running when it ends by itself, too. */
  endsAll?: boolean | undefined
}

export interface ExecResult {
  /** 137 when the command was killed at its time limit. */
  exitCode: number
  output: string
  /** True when the command wrote more than 1 MiB. */
  isCut: boolean
  hasTimedOut: boolean
}

export type Probe = { timeoutMs: number } & (
  | HttpProbe
  /** Ready when the port accepts a connection and keeps it open. */
  | { kind: 'tcp'; containerPort: number }
  /** Ready when the command exits with code 0. */
  | { kind: 'command'; command: string[] }
)

/** Ready when a GET request is answered with a status from 200 to 399; redirects are not followed. */
export interface HttpProbe {
  kind: 'http'
  containerPort: number
  /** Starts with a slash. */
  path: string
  headers?: Record<string, string> | undefined
}

/** The reason is for users. */
export type ProbeResult = { isReady: true } | { isReady: false; reason: string }
