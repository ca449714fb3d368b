import { setTimeout as delay } from 'node:timers/promises'
import type { InstanceRow } from '../instances/instance-wire.ts'
import { type KeptLine, systemLine } from '../logs/kept-line.ts'
import { LEASE_RENEWED_MS, LeaseLost, renewLease } from './lease.ts'
import { type Observation, writeObservation } from './observation.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** What is said of a step that is soon over is told together with its outcome, which spares a transaction. */
const SAID_LATER_MS = 250

/** An instance while one mover has its lease. All that the mover finds goes through here, in order. */
export class HeldInstance {
  row: InstanceRow
  readonly signal: AbortSignal
  readonly #abort = new AbortController()
  readonly #options: ReconcileOptions
  readonly #renewal: NodeJS.Timeout
  #lines: KeptLine[] = []
  #stage: string | undefined
  #saying: NodeJS.Timeout | undefined
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
  say(line: string, stage: string = line): void {
    this.#lines.push(systemLine(line))
    this.sayStage(stage)
  }

  sayStage(stage: string): void {
    this.#stage = stage
    this.#saying ??= setTimeout(() => {
      this.write({ set: {} }).catch((error: unknown) => this.abort(error))
    }, SAID_LATER_MS)
  }

  write(seen: Observation): Promise<void> {
    clearTimeout(this.#saying)
    this.#saying = undefined
    const written = this.#writing.then(() => this.#write(seen))
    this.#writing = written.catch(() => {})
    return written
  }

  /** Nothing more will be said; what waits is dropped, because the outcome has been told. */
  async end(): Promise<void> {
    clearTimeout(this.#saying)
    clearInterval(this.#renewal)
    await this.#writing
  }

  async #write(seen: Observation): Promise<void> {
    const lines = [...this.#lines, ...(seen.lines ?? [])]
    const stage = this.#stage === undefined ? {} : { stage: this.#stage }
    this.#lines = []
    this.#stage = undefined
    const { createdAt } = this.row
    this.row = await writeObservation(this.#options, this.row, this.#options.node, {
      ...seen,
      lines,
      set: { ...stage, ...seen.set },
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
