import type { ShellEnded, ShellEndReason } from '../../../src/contract/shell/shell.ts'
import type { Release } from '../../live/concurrency-limit.ts'
import type { ContainerFiles } from './files/container-files.ts'
import type { ShellRow } from './rows/shell-rows.ts'
import { endMessages } from './shell-messages.ts'
import { type ShellTimers, type ShellTimes, shellTimers } from './shell-timers.ts'
import type { Terminal } from './terminal/terminal.ts'

/** The connected browser of a session. */
export interface ShellClient {
  output(id: string, at: number, bytes: Buffer): void
  idle(id: string, endsInMs: number | null): void
  ended(ended: ShellEnded): void
}

interface Parts {
  row: ShellRow
  /** Undefined for a file browser, which runs nothing between its requests. */
  terminal: Terminal | undefined
  files: ((over: AbortSignal) => ContainerFiles) | undefined
  times: ShellTimes
  /** Called once, when the session is over for its user. */
  onOver: (shell: LiveShell, reason: ShellEndReason) => void
}

/** A started session: its browser may be away, its shell may have ended unseen. */
export class LiveShell {
  readonly row: ShellRow
  readonly terminal: Terminal | undefined
  /** Aborted when the session is over. */
  readonly over = new AbortController()
  readonly releases: Release[] = []
  readonly files: ContainerFiles | undefined
  readonly #timers: ShellTimers
  readonly #onOver: Parts['onOver']
  #client: ShellClient | undefined
  #ended: ShellEnded | undefined

  constructor({ row, terminal, files, times, onOver }: Parts) {
    this.row = row
    this.files = files?.(this.over.signal)
    this.terminal = terminal
    this.#onOver = onOver
    this.#timers = shellTimers(times, {
      onIdle: (endsInMs) => this.#client?.idle(row.id, endsInMs),
      onOver: (reason) => this.end(reason),
    })
    this.#timers.away()
    void terminal?.ended.then((end) => {
      if (end.kind === 'exited') this.end('exited', end.exitCode)
      else this.end(end.kind)
    })
  }

  get exitCode(): number | undefined {
    return this.#ended?.exitCode
  }

  /** The bytes of output, or of files that were read. */
  get bytes(): number {
    return this.terminal?.printed ?? this.files?.bytesRead() ?? 0
  }

  get client(): ShellClient | undefined {
    return this.#client
  }

  /** Sends what the browser has missed. Returns false when that is not kept. */
  attach(client: ShellClient, position: number): boolean {
    const { terminal, row } = this
    // Only a valid position takes the session from the present browser.
    if (terminal?.has(position) === false) return false
    this.detach()
    terminal?.attach((at, bytes) => client.output(row.id, at, bytes), position)
    this.#client = client
    this.#timers.back()
    if (this.#ended) client.ended(this.#ended)
    return true
  }

  detach(client = this.#client): void {
    if (!client || client !== this.#client) return
    this.#client = undefined
    this.terminal?.detach()
    this.files?.stop()
    if (!this.over.signal.aborted) this.#timers.away()
  }

  used(): void {
    if (!this.over.signal.aborted) this.#timers.used()
  }

  end(reason: ShellEndReason, exitCode?: number): void {
    if (this.over.signal.aborted) return
    const message =
      reason === 'exited' && exitCode !== 0 ? `The shell has ended with exit code ${exitCode}.` : endMessages[reason]
    this.#ended = { id: this.row.id, reason, message, ...(exitCode !== undefined && { exitCode }) }
    this.over.abort()
    this.#timers.stop()
    this.#client?.ended(this.#ended)
    this.#onOver(this, reason)
  }
}
