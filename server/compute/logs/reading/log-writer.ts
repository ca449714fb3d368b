import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../store/connection.ts'
import { appendLines } from '../chunks/append-lines.ts'
import { FULL_CHUNK_BYTES, mergeNewest } from '../chunks/merge-chunks.ts'
import type { ReaderState } from '../chunks/read-batches.ts'
import type { LogAddress } from '../log-address.ts'
import type { LogTails } from '../log-tails.ts'
import type { LogRetention } from '../retention/log-retention.ts'
import { type StoredLine, systemLine } from '../stored-line.ts'
import type { ReadPosition } from './read-position.ts'

const BATCH_MS = 20
const BATCH_BYTES = 262_144
const CHUNKS_TO_MERGE = 128
/** How long lines are dropped without another attempt after the disk was full. */
const FULL_FOR_MS = 250

/** Stops reading, because another reader writes this log or its deployment is gone. */
export class LogOwnershipLost extends Error {}

export interface WriterOptions {
  db: Db
  tails: LogTails
  retention: Pick<LogRetention, 'written' | 'withDiskSpace' | 'logErrors'>
}

/**
 * Stores the lines of one log in batches: the first at once, then one every 20 ms or 256 KiB. `add` waits while a full
 * batch is written, which slows down the reader instead of filling the memory. While the disk is full, lines are
 * dropped and counted, so that the workload never blocks; a line reports the number once there is space.
 */
export class LogWriter {
  readonly #options: WriterOptions
  readonly #address: LogAddress
  #head: number
  #waiting: StoredLine[] = []
  #waitingBytes = 0
  #position: ReadPosition = {}
  #unmerged = { chunks: 0, bytes: 0 }
  #unkept = 0
  #fullUntilMs = 0
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #failure: unknown

  constructor(options: WriterOptions, address: LogAddress, { head }: Pick<ReaderState, 'head'>) {
    this.#options = options
    this.#address = address
    this.#head = head
  }

  /** `bytes` is the size of the output that the lines came from; a later reader continues at `position`. */
  async add(lines: StoredLine[], bytes: number, position: ReadPosition): Promise<void> {
    if (this.#failure) throw this.#failure
    for (const line of lines) this.#waiting.push(line)
    this.#position = position
    this.#waitingBytes += bytes
    if (this.#waitingBytes >= BATCH_BYTES) return this.flush()
    if (this.#waiting.length > 0 && !this.#writing && !this.#timer) this.#write().catch(() => {})
  }

  async flush(): Promise<void> {
    await this.#writing
    if (this.#failure) throw this.#failure
    if (this.#hasMore()) await this.#write()
  }

  /** Writes the last lines and merges small chunks. On a full disk, waits until dropped lines can be reported. */
  async end(signal: AbortSignal): Promise<void> {
    this.#fullUntilMs = 0
    await this.flush()
    while (this.#unkept > 0) {
      await delay(FULL_FOR_MS, undefined, { signal })
      await this.flush()
    }
    if (this.#unmerged.chunks > 1) await this.#merge()
  }

  /** Stops without writing pending lines; a later reader reads them from the engine again. */
  abandon(): void {
    clearTimeout(this.#timer)
    this.#failure = new LogOwnershipLost('The log reader was stopped')
  }

  #hasMore(): boolean {
    return this.#waiting.length > 0 || this.#unkept > 0
  }

  #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writeWaiting()
      .catch((error: unknown) => {
        this.#failure = error
        throw error
      })
      .finally(() => {
        this.#writing = undefined
        if (!this.#failure)
          this.#timer = setTimeout(() => this.#writeWhenDue(), this.#unkept > 0 ? FULL_FOR_MS : BATCH_MS)
      })
    return this.#writing
  }

  #writeWhenDue(): void {
    this.#timer = undefined
    if (this.#hasMore() && !this.#writing) this.#write().catch(() => {})
  }

  async #writeWaiting(): Promise<void> {
    const [waiting, rawBytes] = [this.#waiting, this.#waitingBytes]
    this.#waiting = []
    this.#waitingBytes = 0
    const lines = this.#unkept > 0 ? [unkeptLine(this.#unkept), ...waiting] : waiting
    if (performance.now() < this.#fullUntilMs || !(await this.#keep(lines, rawBytes))) this.#unkept += waiting.length
    else this.#unkept = 0
  }

  /** Returns false if the disk is full even after old logs were dropped. */
  async #keep(lines: StoredLine[], rawBytes: number): Promise<boolean> {
    const firstSequence = this.#head + 1
    const append = { ...this.#address, firstSequence, lines, resume: this.#position }
    this.#options.tails.willGrow(this.#address)
    const bytes = await this.#options.retention.withDiskSpace(() => appendLines(this.#options.db, append))
    if (bytes === 'full') {
      this.#fullUntilMs = performance.now() + FULL_FOR_MS
      return false
    }
    if (bytes === undefined) throw new LogOwnershipLost('Another reader writes this log')
    this.#head += lines.length
    this.#options.tails.add(this.#address, firstSequence, lines)
    this.#unmerged.chunks += 1
    this.#unmerged.bytes += rawBytes
    const { chunks, bytes: unmergedBytes } = this.#unmerged
    if (chunks >= CHUNKS_TO_MERGE || (chunks > 1 && unmergedBytes >= FULL_CHUNK_BYTES / 2)) {
      await this.#merge()
    }
    await this.#options.retention.written(this.#address.deploymentId, bytes)
    return true
  }

  async #merge(): Promise<void> {
    this.#unmerged = { chunks: 0, bytes: 0 }
    await this.#options.retention.logErrors(() => mergeNewest(this.#options.db, this.#address))
  }
}

const unkeptLine = (count: number): StoredLine =>
  systemLine(
    count === 1
      ? '1 line could not be stored because the disk was full'
      : `${count.toLocaleString('en-GB')} lines could not be stored because the disk was full`,
  )
