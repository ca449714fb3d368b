import type { LogBatch } from '../../contract/wire/log.ts'
import { type EncodedLines, encodeLines } from './encoded-lines.ts'
import { LineChunk } from './line-chunk.ts'
import type { LogRange } from './log-store-message.ts'

/** The chunks of one log, by sequence number, possibly with gaps between them; no line is in two chunks. */
export class ChunkStore {
  readonly #maxBytes: number
  #chunks: LineChunk[] = []
  #size = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get chunks(): readonly LineChunk[] {
    return this.#chunks
  }

  /** Memory used by the lines, in bytes. */
  get size(): number {
    return this.#size
  }

  /** Adds the lines that are not stored yet. */
  add(batch: LogBatch): void {
    const lines = encodeLines(batch)
    let next = lines.first
    while (next <= lines.last) {
      const index = this.#indexBefore(next)
      const chunk = this.#chunks[index]
      if (chunk && chunk.last >= next) {
        next = chunk.last + 1
        continue
      }
      const until = Math.min(lines.last, (this.#chunks[index + 1]?.first ?? Number.POSITIVE_INFINITY) - 1)
      next = this.#put(index, lines, next, until)
    }
  }

  /** Returns the stored lines of a range, in order. */
  read({ first, last }: LogRange): LogBatch[] {
    const batches: LogBatch[] = []
    if (first > last) return batches
    for (let index = Math.max(0, this.#indexBefore(first)); index < this.#chunks.length; index += 1) {
      const chunk = this.#chunks[index]
      if (!chunk || chunk.first > last) break
      if (chunk.last >= first) batches.push(chunk.batch(first, last))
    }
    return batches
  }

  /** Drops the chunks furthest from the view and the newest line until the rest fits; returns the dropped ranges. */
  dropSurplus(view: readonly LogRange[]): LogRange[] {
    const dropped: LogRange[] = []
    while (this.#size > this.#maxBytes && this.#chunks.length > 1) {
      const index = this.#furthest(view)
      const [chunk] = this.#chunks.splice(index, 1)
      if (!chunk) break
      this.#size -= chunk.size
      dropped.push({ first: chunk.first, last: chunk.last })
    }
    return dropped
  }

  #furthest(view: readonly LogRange[]): number {
    const head = this.#chunks.at(-1)?.last ?? 0
    let found = 0
    let most = -1
    for (const [index, { first, last }] of this.#chunks.entries()) {
      const fromView = view.map((range) => Math.max(0, first - range.last, range.first - last))
      const distance = Math.min(head - last, ...fromView)
      if (distance > most) [found, most] = [index, distance]
    }
    return found
  }

  /** Adds lines after the chunk at an index; returns the sequence number after the last added line. */
  #put(index: number, lines: EncodedLines, from: number, to: number): number {
    const before = this.#chunks[index]
    const taken = before?.last === from - 1 ? this.#grow(before, lines, from, to) : 0
    if (taken > 0) return from + taken
    const chunk = new LineChunk(from)
    this.#chunks.splice(index + 1, 0, chunk)
    return from + this.#grow(chunk, lines, from, to)
  }

  #grow(chunk: LineChunk, lines: EncodedLines, from: number, to: number): number {
    this.#size -= chunk.size
    const taken = chunk.append(lines, from, to)
    if (taken <= to - from) chunk.seal()
    this.#size += chunk.size
    return taken
  }

  /** Returns the index of the last chunk that starts at or before a sequence number; −1 if there is none. */
  #indexBefore(sequence: number): number {
    let [low, high] = [0, this.#chunks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#chunks[middle]?.first ?? 0) <= sequence) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
