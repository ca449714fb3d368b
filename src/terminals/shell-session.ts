import { BehaviorSubject } from 'rxjs'
import { AWAY_MS, type ShellEnded } from '../contract/shell/shell.ts'
import type { FileInput, FileRequest, FileResponses } from '../contract/shell/shell-files.ts'
import { FileError } from './file-error.ts'
import type { ShellPort } from './shell-port.ts'
import type { RemoteFiles, RemoteTerminal, TerminalListener, TerminalSize, TerminalState } from './terminal-client.ts'
import { TypedInput } from './typed-input.ts'

interface Needs {
  id: string
  size: TerminalSize
  now: () => number
}

/** The browser's half of a session: counts what it has, and continues from there on every new connection. */
export class ShellSession implements RemoteTerminal, RemoteFiles {
  readonly id: string
  readonly state$ = new BehaviorSubject<TerminalState>({ kind: 'connecting' })
  readonly #listeners = new Set<TerminalListener>()
  readonly #now: () => number
  readonly #input = new TypedInput()
  #size: TerminalSize
  #port: ShellPort | undefined
  #received = 0
  #isStarted = false
  #isEnding = false

  constructor({ id, size, now }: Needs) {
    this.id = id
    this.#size = size
    this.#now = now
  }

  get isOver(): boolean {
    return this.state$.value.kind === 'ended'
  }

  async connected(port: ShellPort): Promise<void> {
    if (this.isOver) return
    this.#port = port
    const { id } = this
    try {
      // Output shows that the session has started, also if the response was lost.
      const response =
        this.#isStarted || this.#received > 0
          ? await port.call('resume', { id, output: this.#received })
          : await port.call('start', { id, ...this.#size })
      if (this.#port !== port) return
      if (!response.ok) return this.#reject(response.message)
      this.#isStarted = true
      if (this.isOver) return
      this.#become({ kind: 'open', idleEndsAtMs: null })
      this.#input.continueFrom(response.input ?? 0)
      this.#sendInput(port)
      this.resize(this.#size)
      if (this.#isEnding) this.end()
    } catch {
      // Lost again; the next connection continues. A start is repeated, which the server answers once it has begun.
    }
  }

  disconnected(): void {
    this.#port = undefined
    if (this.state$.value.kind === 'open') this.#become({ kind: 'reconnecting', untilMs: this.#now() + AWAY_MS })
  }

  received(at: number, data: Uint8Array): void {
    const fresh = data.subarray(this.#received - at)
    if (at > this.#received || fresh.length === 0) return
    this.#received += fresh.length
    for (const listener of this.#listeners) listener.output({ bytes: fresh, end: this.#received })
  }

  listen(listener: TerminalListener): () => void {
    this.#listeners.add(listener)
    listener.state(this.state$.value)
    return () => this.#listeners.delete(listener)
  }

  idle(endsInMs: number | null): void {
    if (this.state$.value.kind !== 'open') return
    this.#become({ kind: 'open', idleEndsAtMs: endsInMs === null ? null : this.#now() + endsInMs })
  }

  /** The server does not let this user connect: also before a session, or after it can have ended. */
  connectionRejected(message: string): void {
    const state = this.state$.value
    const isKept = state.kind === 'open' || (state.kind === 'reconnecting' && this.#now() < state.untilMs)
    if (state.kind !== 'ended' && !isKept) this.#reject(message)
  }

  ended({ reason, message, exitCode }: ShellEnded): void {
    this.#become({ kind: 'ended', reason, message, ...(exitCode !== undefined && { exitCode }) })
    this.#port = undefined
  }

  type(text: string): void {
    const port = this.#port
    // What is typed into a lost connection would appear out of nowhere later.
    if (!port || this.state$.value.kind !== 'open') return
    this.#input.add(text)
    this.#sendInput(port)
  }

  shown(end: number): void {
    void this.#port?.call('acknowledge', { id: this.id, output: end }).catch(() => {})
  }

  resize(size: TerminalSize): void {
    this.#size = size
    if (this.state$.value.kind === 'open') void this.#port?.call('resize', { id: this.id, ...size }).catch(() => {})
  }

  keepOpen(): void {
    void this.#port?.call('keepOpen', { id: this.id }).catch(() => {})
  }

  end(): void {
    this.#isEnding = true
    void this.#port?.call('end', { id: this.id }).catch(() => {})
  }

  async request<R extends FileRequest>(name: R, input: Omit<FileInput<R>, 'id'>): Promise<FileResponses[R]> {
    if (this.isOver) throw new FileError('ended', 'This session has ended. Open a new one.')
    const port = this.state$.value.kind === 'open' ? this.#port : undefined
    // The omitted field is added again.
    const response = await port?.files(name, { id: this.id, ...input } as FileInput<R>).catch(() => undefined)
    if (!response) throw new FileError('lost', 'The connection was lost. Try again when it is back.')
    if (!response.ok) throw new FileError(response.error, response.message)
    return response
  }

  #become(state: TerminalState): void {
    this.state$.next(state)
    for (const listener of this.#listeners) listener.state(state)
  }

  #sendInput(port: ShellPort): void {
    for (const piece of this.#input.next()) this.#send(port, piece)
  }

  #send(port: ShellPort, piece: { at: number; data: Uint8Array }): void {
    port.call('input', { id: this.id, ...piece }).then(
      (response) => {
        if (!response.ok) return
        this.#input.confirm(response.input ?? 0)
        if (this.#port === port) this.#sendInput(port)
      },
      () => {},
    )
  }

  #reject(message: string): void {
    this.#become({ kind: 'ended', reason: 'rejected', message })
    this.#port = undefined
  }
}
