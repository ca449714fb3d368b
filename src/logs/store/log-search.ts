import type { LineChunk } from './line-chunk.ts'
import { type LineMatcher, lineMatcher, type MatchPattern } from './line-matcher.ts'
import type { LogQuery } from './log-store-message.ts'

/** Long enough for progress, short enough not to delay other messages. */
const SLICE_MS = 30

export interface SearchWorld {
  nowMs(): number
  /** Yields to pending tasks. */
  yieldToEventLoop(): Promise<void>
  matchPattern: MatchPattern
}

/** The matching of a chunk's lines; `first` is the chunk's first sequence number. */
interface Step {
  first: number
  matching: ReturnType<LineMatcher>
}

export interface SearchCallbacks {
  found(id: number, sequences: Float64Array<ArrayBuffer>, isSearching: boolean): void
  failed(id: number, message: string): void
}

/** Searches all lines in time slices, and new lines as they arrive. A new query ends the previous one. */
export class LogSearch {
  readonly #chunks: () => readonly LineChunk[]
  readonly #world: SearchWorld
  readonly #callbacks: SearchCallbacks
  #id = 0
  #matches: LineMatcher | null = null
  #isRunning = false

  constructor(chunks: () => readonly LineChunk[], world: SearchWorld, callbacks: SearchCallbacks) {
    this.#chunks = chunks
    this.#world = world
    this.#callbacks = callbacks
  }

  start(id: number, query: LogQuery | null): void {
    this.#id = id
    this.#matches = query && lineMatcher(query, this.#world.matchPattern)
    this.#isRunning = false
    this.resume()
  }

  /** Continues with lines that are not searched yet. */
  resume(): void {
    if (this.#matches === null || this.#isRunning) return
    this.#isRunning = true
    const id = this.#id
    this.#run(id, this.#matches).catch((error: unknown) => {
      if (id !== this.#id) return
      this.#matches = null
      this.#callbacks.failed(id, error instanceof Error ? error.message : String(error))
    })
  }

  async #run(id: number, matches: LineMatcher): Promise<void> {
    let found: number[] = []
    let untilMs = this.#world.nowMs() + SLICE_MS
    let ahead: Step | undefined
    for (let step = this.#begin(id, matches, 0); step; step = ahead ?? this.#begin(id, matches, 0)) {
      // While another thread matches these lines, the next ones are prepared.
      ahead = this.#begin(id, matches, step.first)
      const lines = step.matching instanceof Promise ? await step.matching : step.matching
      if (id !== this.#id) return
      for (const line of lines) found.push(step.first + line)
      if (this.#world.nowMs() < untilMs) continue
      if (found.length > 0) this.#callbacks.found(id, inOrder(found), true)
      found = []
      await this.#world.yieldToEventLoop()
      if (id !== this.#id) return
      untilMs = this.#world.nowMs() + SLICE_MS
    }
    this.#isRunning = false
    this.#callbacks.found(id, inOrder(found), false)
  }

  #begin(id: number, matches: LineMatcher, from: number): Step | undefined {
    const chunk = this.#next(id, from)
    if (!chunk) return undefined
    const { first, count, searched } = chunk
    chunk.searched = { by: id, lines: count }
    const matching = matches(chunk, searched.lines, count)
    // Avoids an unhandled rejection: the failure is handled when this step is awaited.
    if (matching instanceof Promise) matching.catch(() => {})
    return { first, matching }
  }

  /** Returns a chunk with unsearched lines: the next one from a sequence number on, or else any. */
  #next(id: number, from: number): LineChunk | undefined {
    const chunks = this.#chunks()
    const isUnsearched = (chunk: LineChunk) => chunk.searched.by !== id || chunk.searched.lines < chunk.count
    const start = indexFrom(chunks, from)
    for (let step = 0; step < chunks.length; step += 1) {
      const chunk = chunks[(start + step) % chunks.length]
      if (!chunk || !isUnsearched(chunk)) continue
      if (chunk.searched.by !== id) chunk.searched = { by: id, lines: 0 }
      return chunk
    }
    return undefined
  }
}

/** Lines that arrive during the search may precede lines that are already searched. */
const inOrder = (sequences: readonly number[]): Float64Array<ArrayBuffer> => {
  const numbers = Float64Array.from(sequences)
  return numbers.some((sequence, at) => sequence < (numbers[at - 1] ?? 0)) ? numbers.sort() : numbers
}

const indexFrom = (chunks: readonly LineChunk[], sequence: number): number => {
  let [low, high] = [0, chunks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((chunks[middle]?.first ?? 0) < sequence) low = middle + 1
    else high = middle
  }
  return low
}
