import type { LogBatch, LogLine } from '../../contract/wire/log.ts'
import { linesOf, partOfBatch } from '../../rules/log-batch.ts'
import { type LogRange, nowhere } from '../log-book.ts'

/** Lines on each side of the view, and at the end, that can be drawn at once. */
const NEAR = 1500
const MOST_APART = 6 * NEAR

/** The lines around what is in view and the newest ones, ready to be drawn. */
export class NearLines {
  readonly #newest = new Map<number, LogLine>()
  #around = new Map<number, LogLine>()
  #view: LogRange = nowhere

  line(sequence: number): LogLine | undefined {
    return this.#newest.get(sequence) ?? this.#around.get(sequence)
  }

  /** Says what is in view; answers what should be near then. */
  lookAt(view: LogRange): LogRange {
    this.#view = view
    return { first: view.first - NEAR, last: view.last + NEAR }
  }

  addAround(batch: LogBatch): void {
    const near = this.#isNear(batch)
    if (!near) return
    for (const line of linesOf(near)) this.#around.set(line.sequence, line)
    if (this.#around.size < MOST_APART) return
    this.#around = new Map([...this.#around].filter(([sequence]) => this.#holds(sequence)))
  }

  /** Takes lines that were written just now, `head` being the newest of all. */
  addNewest(batch: LogBatch, head: number): void {
    const newest = partOfBatch(batch, head - NEAR + 1, head)
    if (newest) for (const line of linesOf(newest)) this.#newest.set(line.sequence, line)
    if (batch.first <= head - NEAR) this.addAround(batch)
    for (const [sequence, line] of this.#newest) {
      if (this.#newest.size <= NEAR) break
      this.#newest.delete(sequence)
      if (this.#holds(sequence)) this.#around.set(sequence, line)
    }
  }

  #isNear(batch: LogBatch): LogBatch | undefined {
    return partOfBatch(batch, this.#view.first - NEAR, this.#view.last + NEAR)
  }

  #holds(sequence: number): boolean {
    return sequence >= this.#view.first - NEAR && sequence <= this.#view.last + NEAR
  }
}
