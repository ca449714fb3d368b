import type { LogBatch } from '../../contract/wire/log.ts'
import type { EncodedLines } from './encoded-lines.ts'

const MAX_BYTES = 256 * 1024
const MAX_LINES = 8192
const OTHER_BYTES_PER_LINE = Uint32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT + 1

// A byte order mark is treated like any other character of a line.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Doubles the capacity when it must grow, so that appending line by line stays cheap. */
const capacityFor = (needed: number, present: number, max: number): number =>
  needed <= present ? present : Math.max(needed, present === 0 ? 0 : Math.min(max, present * 2))

/** Consecutive lines as UTF-8 with an index: each costs its bytes, its newline and another 13 bytes. */
export class LineChunk {
  readonly first: number
  count = 0
  bytes = new Uint8Array(0)
  /** Line `i` with its newline occupies `starts[i]` up to `starts[i + 1]`. */
  starts = new Uint32Array(1)
  atMs = new Float64Array(0)
  /** The character code of each line's stream letter. */
  streams = new Uint8Array(0)
  /** The last search, and how many lines from the start it has covered. */
  searched = { by: 0, lines: 0 }

  constructor(first: number) {
    this.first = first
  }

  get last(): number {
    return this.first + this.count - 1
  }

  get size(): number {
    return this.bytes.length + this.atMs.length * OTHER_BYTES_PER_LINE
  }

  /** Appends lines between two sequence numbers, as many as fit; returns their number. */
  append(lines: EncodedLines, from: number, to: number): number {
    const begin = from - lines.first
    const used = this.starts[this.count] ?? 0
    const base = lines.starts[begin] ?? 0
    const bytesUpTo = (taken: number) => (lines.starts[begin + taken] ?? 0) - base
    let taken = Math.min(to - from + 1, MAX_LINES - this.count)
    while (taken > 0 && used + bytesUpTo(taken) > MAX_BYTES && !(taken === 1 && this.count === 0)) taken -= 1
    if (taken === 0) return 0
    this.#makeRoom(used + bytesUpTo(taken), this.count + taken)
    this.bytes.set(lines.bytes.subarray(base, base + bytesUpTo(taken)), used)
    for (let at = 0; at < taken; at += 1) {
      const index = this.count + at
      this.starts[index + 1] = used + bytesUpTo(at + 1)
      this.atMs[index] = lines.atMs[begin + at] ?? 0
      this.streams[index] = lines.streams.charCodeAt(begin + at)
    }
    this.count += taken
    return taken
  }

  /** Frees unused capacity. */
  seal(): void {
    if (this.bytes.length === this.starts[this.count]) return
    this.bytes = this.bytes.slice(0, this.starts[this.count])
    this.#resizeIndex(this.count)
  }

  /** Returns the lines from one index (inclusive) to another (exclusive), separated by newlines. */
  text(from: number, to: number): string {
    return decoder.decode(this.bytes.subarray(this.starts[from], (this.starts[to] ?? 1) - 1))
  }

  /** Returns the lines between two sequence numbers (inclusive). */
  batch(first: number, last: number): LogBatch {
    const from = Math.max(first, this.first)
    const sequence = Math.min(last, this.last)
    const [start, end] = [from - this.first, sequence - this.first + 1]
    return {
      kind: 'lines',
      first: from,
      sequence,
      atMs: [...this.atMs.subarray(start, end)],
      streams: String.fromCharCode(...this.streams.subarray(start, end)),
      text: this.text(start, end),
    }
  }

  #makeRoom(bytes: number, lines: number): void {
    const capacity = capacityFor(bytes, this.bytes.length, MAX_BYTES)
    if (capacity > this.bytes.length) this.bytes = resized(this.bytes, capacity)
    const index = capacityFor(lines, this.atMs.length, MAX_LINES)
    if (index > this.atMs.length) this.#resizeIndex(index)
  }

  #resizeIndex(lines: number): void {
    this.starts = resized(this.starts, lines + 1)
    this.atMs = resized(this.atMs, lines)
    this.streams = resized(this.streams, lines)
  }
}

type Numbers = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

const resized = <T extends Numbers>(present: T, length: number): T => {
  // Every typed array's constructor accepts a length, but the type of `constructor` does not express this.
  const TypedArray = present.constructor as new (length: number) => T
  const next = new TypedArray(length)
  next.set(present.length > length ? present.subarray(0, length) : present)
  return next
}
