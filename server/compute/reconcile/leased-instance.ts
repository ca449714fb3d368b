import { setTimeout as delay } from 'node:timers/promises'
import type { InstanceRow } from '../instances/instance-wire.ts'
import { type StoredLine, systemLine } from '../logs/stored-line.ts'
import { LEASE_RENEWED_MS, LeaseLost, renewLease, writeObservation } from './lease.ts'
import type { Observation } from './reconcile-event.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** The progress of a step that ends sooner is written with its outcome, which saves a transaction. */
const PROGRESS_DELAY_MS = 250

/**
 * The row of an instance while this process holds its lease. Everything that a pass observes is written here, in order.
 */
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

  /** Ends every wait: the lease is lost, the desired state has changed, or the program stops. */
  abort(reason: unknown): void {
    this.#abort.abort(reason)
    this.wake()
  }

  /** Ends the current pause, because something happened to the workload. */
  wake(): void {
    this.#wake.abort()
  }

  /** Waits, and returns whether it was woken before the time was over. */
  async pause(ms: number): Promise<boolean> {
    await delay(ms, undefined, { signal: this.#wake.signal }).catch(() => {})
    const isWoken = this.#wake.signal.aborted
    this.#wake = new AbortController()
    this.signal.throwIfAborted()
    return isWoken
  }

  /** Adds a line to the deployment log and shows it as the progress. */
  logProgress(line: string, progressMessage: string = line): void {
    this.#lines.push(systemLine(line))
    this.setProgress(progressMessage)
  }

  setProgress(progressMessage: string): void {
    this.#progressMessage = progressMessage
    this.#progressTimer ??= setTimeout(() => {
      this.write({}).catch((error: unknown) => this.abort(error))
    }, PROGRESS_DELAY_MS)
  }

  write(observation: Observation): Promise<void> {
    clearTimeout(this.#progressTimer)
    this.#progressTimer = undefined
    const written = this.#writing.then(() => this.#write(observation))
    this.#writing = written.catch(() => {})
    return written
  }

  /** Stops renewing the lease. Progress that still waits is dropped, because the outcome has been written. */
  async end(): Promise<void> {
    clearTimeout(this.#progressTimer)
    clearInterval(this.#renewal)
    await this.#writing
  }

  async #write(observation: Observation): Promise<void> {
    const lines = this.#lines
    const progress = this.#progressMessage === undefined ? {} : { progressMessage: this.#progressMessage }
    this.#lines = []
    this.#progressMessage = undefined
    const before = this.row
    const set = { ...progress, ...observation.set }
    this.row = await writeObservation(this.#options, before, { ...observation, set }, lines)
    const { metrics } = this.#options
    if (set.state) metrics.entered(set.state)
    if (set.state === 'Active' && before.observedAt === null) metrics.firstActive(before.createdAt)
  }

  async #renew(): Promise<void> {
    try {
      await renewLease(this.#options.db, this.row.id, this.#options.node)
    } catch (error) {
      // While the database is unreachable, no other process can take the lease. The next write shows whether it is
      // held.
      if (error instanceof LeaseLost) this.abort(error)
    }
  }
}
