import { setTimeout as delay } from 'node:timers/promises'
import type { DbOrTx } from '../../../store/connection.ts'
import { LEASE_RENEWED_MS, type Leasable, LeaseLost, renewLease } from './lease-rows.ts'

/** Keeps a lease while a pass runs, and ends the pass's waits. */
export class HeldLease {
  readonly signal: AbortSignal
  readonly #abort = new AbortController()
  readonly #renewal: NodeJS.Timeout
  #wake = new AbortController()

  constructor(db: DbOrTx, of: Leasable, owner: string) {
    this.signal = this.#abort.signal
    this.#renewal = setInterval(() => {
      renewLease(db, of, owner).catch((error: unknown) => {
        // While the database is unreachable, no other process can take the lease. The next write shows whether it is
        // held.
        if (error instanceof LeaseLost) this.abort(error)
      })
    }, LEASE_RENEWED_MS)
  }

  /** Ends every wait: the lease is lost, the desired state has changed, or the program stops. */
  abort(reason: unknown): void {
    this.#abort.abort(reason)
    this.wake()
  }

  /** Ends the current pause, because something happened. */
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

  end(): void {
    clearInterval(this.#renewal)
  }
}
