import type { LogEntry } from '../../../engines/engine.ts'
import type { StoredLine } from '../stored-line.ts'
import { cleanLine, longestLineBytes } from './clean-line.ts'

/** A place in a stream: the engine's time of an entry, and how many bytes of that instant come before it. */
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
  /** A carriage return was the last of it: what comes next overwrites it, unless it is a newline. */
  returned: boolean
}

const NEWLINE = 0x0a
const RETURN = 0x0d

/**
 * Takes one stream's entries and gives its lines; the other stream has a splitter of its own, because engines write
 * the two side by side.
 */
export class LineSplitter {
  readonly #stream: LogEntry['stream']
  readonly #from: StreamPosition | undefined
  #reached: StreamPosition | undefined
  /** How many bytes of the instant at hand were seen, skipped ones included. */
  #instant = { atNs: '', bytes: 0 }
  #line: OpenLine | undefined

  /** What lies before `from` is skipped. */
  constructor(stream: LogEntry['stream'], from?: StreamPosition) {
    this.#stream = stream
    this.#from = from
    this.#reached = from
  }

  /** Where a reader has to go on so that nothing is lost and nothing comes twice. */
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

  /** The unfinished last line, when nothing more can come. */
  end(): StoredLine[] {
    return this.#finish()
  }

  #skippedOf({ atNs, bytes }: LogEntry, first: number): number {
    if (!this.#from || isEarlier(this.#from.atNs, atNs)) return 0
    if (isEarlier(atNs, this.#from.atNs)) return bytes.length
    return Math.min(Math.max(this.#from.bytes - first, 0), bytes.length)
  }

  /** What is overwritten is let go of at once, as a terminal would, so that progress of any length ends in its last state. */
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
    const kept = bytes.subarray(start, Math.min(end, start + longestLineBytes - this.#line.bytes))
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

/** Where the carriage returns at the end begin. */
function endOfText(bytes: Uint8Array): number {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === RETURN) end -= 1
  return end
}

/** Both are decimal digits without leading zeros. */
export const isEarlier = (a: string, b: string): boolean => (a.length === b.length ? a < b : a.length < b.length)

const msOf = (atNs: string): number => Number(atNs.slice(0, -6))
