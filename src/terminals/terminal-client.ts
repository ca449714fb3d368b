import type { Observable } from 'rxjs'
import type { ShellEnded } from '../contract/shell/shell.ts'
import type { FileInput, FileRequest, FileResponses } from '../contract/shell/shell-files.ts'

export interface TerminalSize {
  columns: number
  rows: number
}

export interface Output {
  bytes: Uint8Array
  /** The bytes of output up to here: what to acknowledge when these are on screen. */
  end: number
}

export interface EndedState {
  kind: 'ended'
  reason: ShellEnded['reason'] | 'rejected'
  message: string
  /** Of a shell that ended by itself. */
  exitCode?: number
}

export type TerminalState =
  | { kind: 'connecting' }
  /** `idleEndsAtMs` is set shortly before a session ends because nothing is typed. */
  | { kind: 'open'; idleEndsAtMs: number | null }
  /** The connection was lost; the server keeps the session until this time. */
  | { kind: 'reconnecting'; untilMs: number }
  | EndedState

export interface TerminalListener {
  output(output: Output): void
  state(state: TerminalState): void
}

/**
 * A shell in a container. Its bytes never pass through the bus or React; the connection sends more only when the
 * terminal has shown what came before.
 */
export interface RemoteTerminal {
  /** Emits the current state first. */
  readonly state$: Observable<TerminalState>
  /** Receives the output and every state from now on; returns a function that ends it. */
  listen(listener: TerminalListener): () => void
  type(text: string): void
  shown(end: number): void
  resize(size: TerminalSize): void
  keepOpen(): void
  end(): void
}

/** The files of a container; each request rejects with a message for the user. */
export interface RemoteFiles extends Pick<RemoteTerminal, 'state$' | 'keepOpen' | 'end'> {
  request<R extends FileRequest>(name: R, input: Omit<FileInput<R>, 'id'>): Promise<FileResponses[R]>
}

/** A session is used as one of them. */
export type RemoteSession = RemoteTerminal & RemoteFiles

export interface TerminalClient {
  /** Starts a session that the API has granted. */
  open(id: string, size: TerminalSize): RemoteSession
  /** Gives up the connection. The server ends the sessions that it still has a minute later. */
  disconnect(): void
}
