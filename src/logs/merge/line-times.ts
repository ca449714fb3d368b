/** So that lines which arrive late have a place between two milliseconds. */
export const TICKS_PER_MS = 1024
/** A line that arrives at most this late follows the lines that are shown already. */
const LATE = 1000 * TICKS_PER_MS
/** Bounds the cost of inserting lines into a run. */
const MAX_RUN = 8192

/** The time of the newest line of all logs that are read. */
export interface NewestTime {
  ticks: number
}

/** Consecutive lines whose times are known. */
class Run {
  readonly first: number
  count = 0
  ticks = new Float64Array(16)

  constructor(first: number) {
    this.first = first
  }

  get end(): number {
    return this.first + this.count
  }

  at(sequence: number): number {
    return this.ticks[sequence - this.first] ?? 0
  }

  push(ticks: number): void {
    if (this.count === this.ticks.length) {
      const grown = new Float64Array(Math.min(MAX_RUN, 2 * this.count))
      grown.set(this.ticks)
      this.ticks = grown
    }
    this.ticks[this.count] = ticks
    this.count += 1
  }
}

/**
 * The times of a log's lines, in ticks, by which several logs are merged. They never decrease within a log, so its own
 * order always holds. Unknown times lie evenly between the nearest known ones.
 */
export class LineTimes {
  readonly #newest: NewestTime
  /** Sorted, not overlapping. */
  readonly #runs: Run[] = []

  constructor(newest: NewestTime = { ticks: 0 }) {
    this.#newest = newest
  }

  /** Adds consecutive lines; known ones keep their times. `isLive` places lines that arrive late in order of arrival. */
  add(first: number, atMs: ArrayLike<number>, isLive = false): void {
    const end = first + atMs.length
    for (let next = first; next < end; ) {
      const index = this.#indexBefore(next)
      const run = this.#runs[index]
      if (run && next < run.end) {
        next = run.end
        continue
      }
      const until = Math.min(end, this.#runs[index + 1]?.first ?? end)
      next = this.#put(index, next, until, (sequence) => this.#ticksOf(atMs[sequence - first] ?? 0, isLive))
    }
  }

  at(sequence: number): number {
    const index = this.#indexBefore(sequence)
    const [before, after] = [this.#runs[index], this.#runs[index + 1]]
    if (before && sequence < before.end) return before.at(sequence)
    if (!before || !after) return before ? before.at(before.end - 1) : (after?.at(after.first) ?? 0)
    const last = before.end - 1
    const [from, to] = [before.at(last), after.at(after.first)]
    return Math.floor(from + ((to - from) * (sequence - last)) / (after.first - last))
  }

  /** Forgets lines that are no longer kept. */
  dropBefore(oldest: number): void {
    const from = this.#runs.findIndex(({ end }) => end > oldest)
    if (from <= 0) return
    this.#runs.splice(0, from)
  }

  #ticksOf(atMs: number, isLive: boolean): number {
    const ticks = Math.floor(atMs * TICKS_PER_MS)
    const { ticks: newest } = this.#newest
    const placed = isLive && ticks <= newest && ticks >= newest - LATE ? newest + 1 : ticks
    this.#newest.ticks = Math.max(newest, placed)
    return placed
  }

  /** Adds lines after the run at an index, as many as fit; returns the sequence number after the last added line. */
  #put(index: number, from: number, to: number, ticksOf: (sequence: number) => number): number {
    const before = this.#runs[index]
    const most = this.#runs[index + 1]?.at(this.#runs[index + 1]?.first ?? 0) ?? Number.POSITIVE_INFINITY
    const isNext = before?.end === from && before.count < MAX_RUN
    const run = isNext ? before : new Run(from)
    if (!isNext) this.#runs.splice(index + 1, 0, run)
    let least = before ? before.at(before.end - 1) : 0
    let next = from
    for (; next < to && run.count < MAX_RUN; next += 1) {
      least = Math.min(most, Math.max(least, ticksOf(next)))
      run.push(least)
    }
    return next
  }

  /** Returns the index of the last run that starts at or before a sequence number; −1 if there is none. */
  #indexBefore(sequence: number): number {
    const newest = this.#runs.length - 1
    // While lines arrive, most questions are about the newest ones.
    if ((this.#runs[newest]?.first ?? Number.POSITIVE_INFINITY) <= sequence) return newest
    let [low, high] = [0, this.#runs.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#runs[middle]?.first ?? 0) <= sequence) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
