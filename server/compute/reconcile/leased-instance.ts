import { setTimeout as delay } from 'node:timers/promises'
import type { InstanceRow } from '../instances/instance-wire.ts'
import { type StoredLine, systemLine } from '../logs/stored-line.ts'
import { LEASE_RENEWED_MS, LeaseLost, renewLease } from './lease.ts'
import { type Observation, writeObservation } from './observation.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** What is said of a step that is soon over is told together with its outcome, which spares a transaction. */
const PROGRESS_DELAY_MS = 250

/** An instance while one mover has its lease. All that the mover finds goes through here, in order. */
export class LeasedInstance {
  row: InstanceRow
  readonly signal: AbortSignal
  readonly #abort = new AbortController()
  readonly #options: ReconcileOptions
  readonly #renewal: NodeJS.Timeout
  #lines: StoredLine[] = []
  #progressMessage: string | undefined
  #progressTimer: NodeJS.Timeout | undefined
  #writing: Promise<unknown> = Promise.resolve()
  #wake = new AbortController()

  constructor(options: ReconcileOptions, row: InstanceRow) {
    this.#options = options
    this.row = row
    this.signal = this.#abort.signal
    this.#renewal = setInterval(() => void this.#renew(), LEASE_RENEWED_MS)
  }

  /** Ends whatever is waited for: the lease is lost, the wish has changed, or the program stops. */
  abort(reason: unknown): void {
    this.#abort.abort(reason)
    this.wake()
  }

  /** Something happened to the workload: look at once. */
  wake(): void {
    this.#wake.abort()
  }

  /** Waits, or until something happened; answers whether it did. */
  async pause(ms: number): Promise<boolean> {
    await delay(ms, undefined, { signal: this.#wake.signal }).catch(() => {})
    const isWoken = this.#wake.signal.aborted
    this.#wake = new AbortController()
    this.signal.throwIfAborted()
    return isWoken
  }

  /** A line of the deployment log, and what is being done now. */
  logProgress(line: string, progressMessage: string = line): void {
    this.#lines.push(systemLine(line))
    this.setProgress(progressMessage)
  }

  setProgress(progressMessage: string): void {
    this.#progressMessage = progressMessage
    this.#progressTimer ??= setTimeout(() => {
      this.write({ set: {} }).catch((error: unknown) => this.abort(error))
    }, PROGRESS_DELAY_MS)
  }

  write(seen: Observation): Promise<void> {
    clearTimeout(this.#progressTimer)
    this.#progressTimer = undefined
    const written = this.#writing.then(() => this.#write(seen))
    this.#writing = written.catch(() => {})
    return written
  }

  /** Nothing more will be said; what waits is dropped, because the outcome has been told. */
  async end(): Promise<void> {
    clearTimeout(this.#progressTimer)
    clearInterval(this.#renewal)
    await this.#writing
  }

  async #write(seen: Observation): Promise<void> {
    const lines = [...this.#lines, ...(seen.lines ?? [])]
    const progressMessage = this.#progressMessage === undefined ? {} : { progressMessage: this.#progressMessage }
    this.#lines = []
    this.#progressMessage = undefined
    const { createdAt } = this.row
    this.row = await writeObservation(this.#options, this.row, this.#options.node, {
      ...seen,
      lines,
      set: { ...progressMessage, ...seen.set },
    })
    this.#options.metrics.observed(seen, createdAt)
  }

  async #renew(): Promise<void> {
    try {
      await renewLease(this.#options.db, this.row.id, this.#options.node)
    } catch (error) {
      // A database that is away for a moment takes nothing away; the next write tells whether the lease is still there.
      if (error instanceof LeaseLost) this.abort(error)
    }
  }
}
