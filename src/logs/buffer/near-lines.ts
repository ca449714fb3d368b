import type { LogBatch, LogLine } from '../../contract/wire/log.ts'
import { lineReader, sliceBatch } from '../../rules/log-batch.ts'
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

type LineReader = ReturnType<typeof lineReader>

interface NearBatch {
  batch: LogBatch
  read: LineReader
}

/**
 * The lines around the view and the newest lines, ready to render. Of thousands of new lines a second a view shows
 * some: they stay in their batches until they are read.
 */
export class NearLines {
  /** In order of arrival. */
  #newest: NearBatch[] = []
  #around = new Map<number, LineReader>()
  #view: LogRange[] = []

  has(sequence: number): boolean {
    return this.#reader(sequence) !== undefined
  }

  line(sequence: number): LogLine | undefined {
    return this.#reader(sequence)?.(sequence)
  }

  /** Sets the view, a range or some of its lines; returns the ranges that should be near. */
  setView(range: LogRange, only: readonly number[] | undefined): readonly LogRange[] {
    this.#view = only ? runsOf(only) : [wider(range)]
    return this.#view
  }

  addAround(batch: LogBatch, read: LineReader = lineReader(batch)): void {
    for (const { first, last } of this.#view) {
      const end = Math.min(last, batch.sequence)
      for (let sequence = Math.max(first, batch.first); sequence <= end; sequence += 1) this.#around.set(sequence, read)
    }
    if (this.#around.size < MAX_GAP) return
    this.#around = new Map([...this.#around].filter(([sequence]) => this.#isNear(sequence)))
  }

  /** Adds new lines; `head` is the newest of all. */
  addNewest(batch: LogBatch, head: number): void {
    const from = head - NEAR + 1
    const newest = sliceBatch(batch, from, head)
    if (newest) this.#newest.push({ batch: newest, read: lineReader(newest) })
    if (batch.first < from) this.addAround(batch)
    const passed = this.#newest.filter((one) => one.batch.sequence < from)
    if (passed.length === 0) return
    this.#newest = this.#newest.filter((one) => one.batch.sequence >= from)
    for (const { batch, read } of passed) this.addAround(batch, read)
  }

  #reader(sequence: number): LineReader | undefined {
    const newest = this.#newest.findLast(({ batch }) => sequence >= batch.first && sequence <= batch.sequence)
    return newest?.read ?? this.#around.get(sequence)
  }

  #isNear(sequence: number): boolean {
    return this.#view.some(({ first, last }) => sequence >= first && sequence <= last)
  }
}
