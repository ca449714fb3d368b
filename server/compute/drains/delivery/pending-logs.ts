import { type LogAddress, topicOf } from '../../logs/log-address.ts'

/** More are found again in the database. */
const MAX_LOGS = 10_000

/** The logs of a drain that may have lines to send, in the order in which they take turns. */
export class PendingLogs {
  readonly #logs = new Map<string, LogAddress>()
  #since = 0
  #wake = Promise.withResolvers<void>()
  /** Whether logs are to be looked for in the database: at the start, and after notifications were missed. */
  isScanDue = true

  get size(): number {
    return this.#logs.size
  }

  /** When the first of them was added, in the time of `performance.now`. */
  get since(): number {
    return this.#since
  }

  add(address: LogAddress): void {
    if (this.#logs.size >= MAX_LOGS) {
      this.isScanDue = true
      return
    }
    if (this.#logs.size === 0) this.#since = performance.now()
    this.#logs.set(topicOf(address), address)
    this.#wake.resolve()
  }

  scan(): void {
    this.isScanDue = true
    this.#wake.resolve()
  }

  /** Removes the next logs and returns them. Lines that are written from now on add a log again. */
  take(count: number): LogAddress[] {
    const taken = [...this.#logs].slice(0, count)
    for (const [topic] of taken) this.#logs.delete(topic)
    return taken.map(([, address]) => address)
  }

  /** Resolves at the next addition or scan. */
  async wait(signal: AbortSignal): Promise<void> {
    this.#wake = Promise.withResolvers<void>()
    const wake = () => this.#wake.resolve()
    signal.addEventListener('abort', wake, { once: true })
    if (!signal.aborted && !this.isScanDue && this.#logs.size === 0) await this.#wake.promise
    signal.removeEventListener('abort', wake)
  }
}
