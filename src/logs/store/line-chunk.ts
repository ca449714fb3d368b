import type { LogBatch } from '../../contract/wire/log.ts'
import type { EncodedLines } from './encoded-lines.ts'

const MOST_BYTES = 256 * 1024
const MOST_LINES = 8192
const OTHER_BYTES_A_LINE = Uint32Array.BYTES_PER_ELEMENT + Float64Array.BYTES_PER_ELEMENT + 1

// A mark of byte order is a character of a line like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Room for at least so many, and for as many again, so that growing line by line stays cheap. */
const capacityFor = (needed: number, present: number, most: number): number =>
  needed <= present ? present : Math.max(needed, present === 0 ? 0 : Math.min(most, present * 2))

/** Lines that follow one another, as UTF-8 with an index: each costs its bytes, its newline and 13 bytes more. */
export class LineChunk {
  readonly first: number
  count = 0
  bytes = new Uint8Array(0)
  /** Line `i` and its newline stand from `starts[i]` up to `starts[i + 1]`. */
  starts = new Uint32Array(1)
  atMs = new Float64Array(0)
  /** The letter of each line's stream, as a character code. */
  streams = new Uint8Array(0)
  /** Which search went over its first lines, and over how many of them. */
  searched = { by: 0, lines: 0 }

  constructor(first: number) {
    this.first = first
  }

  get last(): number {
    return this.first + this.count - 1
  }

  get size(): number {
    return this.bytes.length + this.atMs.length * OTHER_BYTES_A_LINE
  }

  /** Takes the lines from one sequence number up to another, as many as there is room for; answers how many. */
  append(lines: EncodedLines, from: number, to: number): number {
    const begin = from - lines.first
    const used = this.starts[this.count] ?? 0
    const base = lines.starts[begin] ?? 0
    const bytesUpTo = (taken: number) => (lines.starts[begin + taken] ?? 0) - base
    let taken = Math.min(to - from + 1, MOST_LINES - this.count)
    while (taken > 0 && used + bytesUpTo(taken) > MOST_BYTES && !(taken === 1 && this.count === 0)) taken -= 1
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

  /** Gives back the room that no line took. */
  seal(): void {
    if (this.bytes.length === this.starts[this.count]) return
    this.bytes = this.bytes.slice(0, this.starts[this.count])
    this.#resizeIndex(this.count)
  }

  /** The lines from one index up to, not including, another, with a newline between each two. */
  text(from: number, to: number): string {
    return decoder.decode(this.bytes.subarray(this.starts[from], (this.starts[to] ?? 1) - 1))
  }

  /** The part of it between two sequence numbers, both included. */
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
    const capacity = capacityFor(bytes, this.bytes.length, MOST_BYTES)
    if (capacity > this.bytes.length) this.bytes = resized(this.bytes, capacity)
    const index = capacityFor(lines, this.atMs.length, MOST_LINES)
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
  // Every typed array is made by its own constructor from a length; the type of `constructor` does not say so.
  const TypedArray = present.constructor as new (length: number) => T
  const next = new TypedArray(length)
  next.set(present.length > length ? present.subarray(0, length) : present)
  return next
}
