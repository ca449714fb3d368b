import type { LogBatch, LogLine } from '../../contract/wire/log.ts'
import { linesOf, sliceBatch } from '../../rules/log-batch.ts'
import type { LogRange } from '../store/log-store-message.ts'

/** Number of lines before and after the view, and at the end of the log, that can be rendered immediately. */
const NEAR = 600
const MAX_GAP = 6 * NEAR

const wider = ({ first, last }: LogRange): LogRange => ({ first: first - NEAR, last: last + NEAR })

const runsOf = (sequences: readonly number[]): LogRange[] => {
  const runs: LogRange[] = []
  for (const sequence of sequences) {
    const run = runs.at(-1)
    if (run?.last === sequence - 1) run.last = sequence
    else runs.push({ first: sequence, last: sequence })
  }
  return runs
}

/** The lines around the view and the newest lines, ready to render. */
export class NearLines {
  readonly #newest = new Map<number, LogLine>()
  #around = new Map<number, LogLine>()
  #view: LogRange[] = []
  /** The newest lines begin at or after it. */
  #newestFrom = 1

  line(sequence: number): LogLine | undefined {
    return this.#newest.get(sequence) ?? this.#around.get(sequence)
  }

  /** Sets the view, a range or some of its lines; returns the ranges that should be near. */
  setView(range: LogRange, only: readonly number[] | undefined): readonly LogRange[] {
    this.#view = only ? runsOf(only) : [wider(range)]
    return this.#view
  }

  addAround(batch: LogBatch): void {
    for (const { first, last } of this.#view) {
      const near = sliceBatch(batch, first, last)
      if (near) for (const line of linesOf(near)) this.#around.set(line.sequence, line)
    }
    if (this.#around.size < MAX_GAP) return
    this.#around = new Map([...this.#around].filter(([sequence]) => this.#isNear(sequence)))
  }

  /** Adds new lines; `head` is the newest of all. */
  addNewest(batch: LogBatch, head: number): void {
    const from = head - NEAR + 1
    const newest = sliceBatch(batch, from, head)
    if (newest) for (const line of linesOf(newest)) this.#newest.set(line.sequence, line)
    if (batch.first < from) this.addAround(batch)
    for (const sequence of this.#newestBefore(from)) {
      const line = this.#newest.get(sequence)
      this.#newest.delete(sequence)
      if (line && this.#isNear(sequence)) this.#around.set(sequence, line)
    }
    this.#newestFrom = Math.max(this.#newestFrom, from)
  }

  /** A map keeps deleted entries for a while, and iterating passes all of them: they are found by number instead. */
  #newestBefore(from: number): number[] {
    const count = from - this.#newestFrom
    return count <= this.#newest.size
      ? Array.from({ length: Math.max(0, count) }, (_, at) => this.#newestFrom + at)
      : [...this.#newest.keys()].filter((sequence) => sequence < from)
  }

  #isNear(sequence: number): boolean {
    return this.#view.some(({ first, last }) => sequence >= first && sequence <= last)
  }
}
