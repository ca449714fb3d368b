import type { LogRange } from '../store/log-store-message.ts'

/** A set of sequence numbers, stored as ranges with binary search. */
export class LoadedRanges {
  /** Sorted, with a gap between each two. */
  readonly #ranges: LogRange[] = []

  add({ first, last }: LogRange): void {
    const from = this.#indexOf(first - 1)
    const to = this.#indexAfter(last + 1)
    const start = Math.min(first, this.#ranges[from]?.first ?? first)
    const end = Math.max(last, this.#ranges[to - 1]?.last ?? last)
    this.#ranges.splice(from, to - from, from === to ? { first, last } : { first: start, last: end })
  }

  remove({ first, last }: LogRange): void {
    const from = this.#indexOf(first)
    const to = this.#indexAfter(last)
    const rest = this.#ranges.slice(from, to).flatMap((range) => [
      { first: range.first, last: Math.min(range.last, first - 1) },
      { first: Math.max(range.first, last + 1), last: range.last },
    ])
    this.#ranges.splice(from, to - from, ...rest.filter((part) => part.first <= part.last))
  }

  has(sequence: number): boolean {
    return (this.#ranges[this.#indexOf(sequence)]?.first ?? Number.POSITIVE_INFINITY) <= sequence
  }

  /** Returns the missing parts of a range, oldest first. */
  holesIn({ first, last }: LogRange): LogRange[] {
    const holes: LogRange[] = []
    let next = first
    for (let index = this.#indexOf(first); index < this.#ranges.length; index += 1) {
      const range = this.#ranges[index]
      if (!range || range.first > last) break
      if (range.first > next) holes.push({ first: next, last: range.first - 1 })
      next = range.last + 1
    }
    if (next <= last) holes.push({ first: next, last })
    return holes
  }

  /** Returns the index of the first range that ends at or after a number. */
  #indexOf(sequence: number): number {
    return this.#firstWhere((range) => range.last >= sequence)
  }

  /** Returns the index of the first range that starts after a number. */
  #indexAfter(sequence: number): number {
    return this.#firstWhere((range) => range.first > sequence)
  }

  #firstWhere(isSo: (range: LogRange) => boolean): number {
    let [low, high] = [0, this.#ranges.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const range = this.#ranges[middle]
      if (range && isSo(range)) high = middle
      else low = middle + 1
    }
    return low
  }
}
