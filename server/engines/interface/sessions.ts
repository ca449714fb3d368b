import type { Duplex, Readable } from 'node:stream'

/** Interactive shells in a workload, and commands that read standard input. Rejected where `streams` is not supported. */
export interface EngineSessions {
  /**
   * Starts a shell with a terminal in a running workload: bash where the image has it, else its POSIX shell. Rejects
   * with `commandNotFound` when the image has no shell. `endSession` with the same mark ends it, also from another
   * process.
   */
  openSession(id: string, options: SessionOptions): Promise<EngineSession>

  /** Kills every process of a session, also after its connection was lost. Does nothing when there is none. */
  endSession(id: string, mark: string): Promise<void>

  /**
   * Runs a command that reads exactly the bytes of `input` from standard input. Rejects with `commandFailed` unless it
   * exits with code 0; the message ends with what the command wrote to standard error. It is killed with every process
   * that it started when the input fails or the signal is aborted.
   */
  feed(id: string, command: string[], input: Readable, signal: AbortSignal): Promise<void>
}

export interface TerminalSize {
  columns: number
  rows: number
}

export interface SessionOptions extends TerminalSize {
  /** A UUID of the caller's own. Every process of the session inherits it. */
  mark: string
  signal?: AbortSignal | undefined
}

export interface EngineSession {
  /** Input and output of the terminal as bytes, paused at first. While nobody reads, the programs in the session wait. */
  stream: Duplex
  resize(size: TerminalSize): Promise<void>
  /** Resolves when the shell has ended by itself and what it left running was killed; never rejects. */
  ended: Promise<SessionEnd>
  /** Closes the stream at once, and resolves when every process of the session was killed. */
  end(): Promise<void>
}

export type SessionEnd =
  | { kind: 'exited'; exitCode: number }
  /** The workload ended, and the session with it. */
  | { kind: 'workloadEnded' }
  /** The connection to the engine broke, or what was left could not be killed: `endSession` is still needed. */
  | { kind: 'lost' }
