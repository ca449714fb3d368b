import type { LogEntry } from '../../../engines/engine.ts'
import type { StoredLine } from '../stored-line.ts'
import { cleanLine, maxLineBytes } from './clean-line.ts'

/** A position in a stream: the engine's time of an entry, and the number of bytes with the same time before it. */
export interface StreamPosition {
  atNs: string
  bytes: number
}

interface OpenLine {
  from: StreamPosition
  atMs: number
  parts: Uint8Array[]
  bytes: number
  cut: number
  /** The line ends in a carriage return: the next text overwrites it, unless a newline follows. */
  returned: boolean
}

const NEWLINE = 0x0a
const RETURN = 0x0d

/**
 * Splits the entries of one stream into lines. Each stream has its own splitter, because engines interleave the two.
 */
export class LineSplitter {
  readonly #stream: LogEntry['stream']
  readonly #from: StreamPosition | undefined
  #reached: StreamPosition | undefined
  /** The number of bytes with the current time so far, including skipped ones. */
  #instant = { atNs: '', bytes: 0 }
  #line: OpenLine | undefined

  /** Skips everything before `from`. */
  constructor(stream: LogEntry['stream'], from?: StreamPosition) {
    this.#stream = stream
    this.#from = from
    this.#reached = from
  }

  /** The position from which a reader continues without losing or repeating lines. */
  get position(): StreamPosition | undefined {
    return this.#line?.from ?? this.#reached
  }

  take(entry: LogEntry): StoredLine[] {
    if (entry.atNs !== this.#instant.atNs) this.#instant = { atNs: entry.atNs, bytes: 0 }
    const first = this.#instant.bytes
    this.#instant.bytes += entry.bytes.length
    const skipped = this.#skippedOf(entry, first)
    if (skipped === entry.bytes.length) return []

    const lines: StoredLine[] = []
    let at = skipped
    while (at < entry.bytes.length) {
      const newline = entry.bytes.indexOf(NEWLINE, at)
      const until = newline < 0 ? entry.bytes.length : newline
      this.#add(entry, entry.bytes.subarray(at, until), first + at)
      if (newline >= 0) lines.push(...this.#finish())
      at = until + 1
    }
    this.#reached = { ...this.#instant }
    return lines
  }

  /** Returns the unfinished last line at the end of the stream. */
  end(): StoredLine[] {
    return this.#finish()
  }

  #skippedOf({ atNs, bytes }: LogEntry, first: number): number {
    if (!this.#from || isEarlier(this.#from.atNs, atNs)) return 0
    if (isEarlier(atNs, this.#from.atNs)) return bytes.length
    return Math.min(Math.max(this.#from.bytes - first, 0), bytes.length)
  }

  /** Discards overwritten text at once, as a terminal does, so that only the last state of a progress bar stays. */
  #add({ atNs }: LogEntry, bytes: Uint8Array, at: number): void {
    const end = endOfText(bytes)
    const start = end === 0 ? 0 : bytes.lastIndexOf(RETURN, end - 1) + 1
    if (start > 0 || (end > 0 && this.#line?.returned)) this.#line = undefined
    this.#line ??= {
      from: { atNs, bytes: at + start },
      atMs: msOf(atNs),
      parts: [],
      bytes: 0,
      cut: 0,
      returned: false,
    }
    const kept = bytes.subarray(start, Math.min(end, start + maxLineBytes - this.#line.bytes))
    if (kept.length > 0) this.#line.parts.push(kept)
    this.#line.bytes += kept.length
    this.#line.cut += end - start - kept.length
    this.#line.returned ||= end < bytes.length
  }

  #finish(): StoredLine[] {
    const line = this.#line
    this.#line = undefined
    if (!line) return []
    const [only] = line.parts
    const bytes = line.parts.length === 1 && only ? only : Buffer.concat(line.parts)
    const text = cleanLine(bytes, line.cut)
    return text === undefined ? [] : [{ atMs: line.atMs, stream: this.#stream, text }]
  }
}

/** Returns the end of the text before trailing carriage returns. */
function endOfText(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === RETURN) end -= 1
  return end
}

/** Compares decimal numbers without leading zeros. */
export const isEarlier = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length)

const msOf = (atNs: string): number => Number(atNs.slice(0, -6))
