import type { LogRange } from '../log-book.ts'

/** A set of sequence numbers as ranges: few of them, however many numbers. */
export class KeptRanges {
  #ranges: LogRange[] = []

  add({ first, last }: LogRange): void {
    const apart = this.#ranges.filter((range) => range.last < first - 1 || range.first > last + 1)
    const joined = this.#ranges.filter((range) => range.last >= first - 1 && range.first <= last + 1)
    const whole = {
      first: Math.min(first, joined[0]?.first ?? first),
      last: Math.max(last, joined.at(-1)?.last ?? last),
    }
    this.#ranges = [...apart, whole].sort((a, b) => a.first - b.first)
  }

  remove({ first, last }: LogRange): void {
    this.#ranges = this.#ranges.flatMap((range) => {
      if (range.last < first || range.first > last) return [range]
      const before = { first: range.first, last: first - 1 }
      const after = { first: last + 1, last: range.last }
      return [before, after].filter((part) => part.first <= part.last)
    })
  }

  has(sequence: number): boolean {
    return this.#ranges.some(({ first, last }) => first <= sequence && sequence <= last)
  }

  /** What a range does not have, oldest first. */
  holesIn({ first, last }: LogRange): LogRange[] {
    const holes: LogRange[] = []
    let next = first
    for (const range of this.#ranges) {
      if (range.last < next) continue
      if (range.first > last) break
      if (range.first > next) holes.push({ first: next, last: range.first - 1 })
      next = range.last + 1
    }
    if (next <= last) holes.push({ first: next, last })
    return holes
  }
}
