import type { Db } from '../../store/connection.ts'
import { appendLines } from './append-lines.ts'
import type { KeptLine } from './kept-line.ts'
import type { LogAddress } from './log-address.ts'
import type { LogTails } from './log-tails.ts'
import type { ReaderState } from './read-chunks.ts'
import type { ReadingPlace } from './reading-place.ts'
import { dropOldest, mergeChunks } from './tidy-chunks.ts'

const BATCH_MS = 50
const BATCH_BYTES = 262_144
const CHUNKS_TO_MERGE = 128
const SMALL_CHUNK_BYTES = 8192
const KEPT_BYTES = 64 * 1_048_576

/** Another reader keeps this log, or its deployment is gone: stop reading. */
export class NotOurLog extends Error {}

/**
 * Keeps the lines of one log in batches: the first at once, then one every 50 ms or 256 KiB. `add` waits while a full
 * batch is written, which slows the reader down instead of filling the memory.
 */
export class LogWriter {
  readonly #db: Db
  readonly #address: LogAddress
  readonly #tails: LogTails
  #head: number
  #keptBytes: number
  #waiting: KeptLine[] = []
  #waitingBytes = 0
  #place: ReadingPlace = {}
  #smallChunks: { from: number; count: number } | undefined
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #failure: unknown

  constructor(db: Db, address: LogAddress, tails: LogTails, state: ReaderState) {
    this.#db = db
    this.#address = address
    this.#tails = tails
    this.#head = state.head
    this.#keptBytes = state.keptBytes
  }

  /** `bytes` is what the lines were made of; `place` is where to go on after them. */
  async add(lines: KeptLine[], bytes: number, place: ReadingPlace): Promise<void> {
    if (this.#failure) throw this.#failure
    for (const line of lines) this.#waiting.push(line)
    this.#place = place
    this.#waitingBytes += bytes
    if (this.#waitingBytes >= BATCH_BYTES) return this.flush()
    if (this.#waiting.length > 0 && !this.#writing && !this.#timer) this.#write().catch(() => {})
  }

  async flush(): Promise<void> {
    await this.#writing
    if (this.#failure) throw this.#failure
    if (this.#waiting.length > 0) await this.#write()
  }

  /** Stops without writing what waits; a later reader finds it again in the engine. */
  abandon(): void {
    clearTimeout(this.#timer)
    this.#failure = new NotOurLog('This reader was told to stop')
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
        if (this.#failure) return
        this.#timer = setTimeout(() => {
          this.#timer = undefined
          if (this.#waiting.length > 0 && !this.#writing) this.#write().catch(() => {})
        }, BATCH_MS)
      })
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    const lines = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    const firstSequence = this.#head + 1
    const bytes = await appendLines(this.#db, { ...this.#address, firstSequence, lines, resume: this.#place })
    if (bytes === undefined) throw new NotOurLog('Another reader keeps this log')
    this.#head += lines.length
    this.#keptBytes += bytes
    this.#tails.add(this.#address, firstSequence, lines)
    await this.#tidy(firstSequence, bytes)
  }

  async #tidy(firstSequence: number, bytes: number): Promise<void> {
    if (this.#keptBytes > KEPT_BYTES) {
      this.#keptBytes = await dropOldest(this.#db, this.#address, Math.floor(KEPT_BYTES * 0.9))
    }
    if (bytes > SMALL_CHUNK_BYTES) {
      this.#smallChunks = undefined
      return
    }
    this.#smallChunks ??= { from: firstSequence, count: 0 }
    this.#smallChunks.count += 1
    if (this.#smallChunks.count < CHUNKS_TO_MERGE) return
    await mergeChunks(this.#db, this.#address, this.#smallChunks.from, this.#head)
    this.#smallChunks = undefined
  }
}
