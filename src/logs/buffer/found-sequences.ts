import type { FoundLines } from '../log-buffer.ts'

/** A sorted set of the sequence numbers of found lines. */
export class FoundSequences implements FoundLines {
  isSearching = true
  error: string | null = null
  #numbers = new Float64Array(0)
  #end = 0
  /** Numbers before this index belong to lines that are no longer kept. */
  #start = 0
  #oldest: number

  constructor(oldest: number) {
    this.#oldest = oldest
  }

  get count(): number {
    return this.#end - this.#start
  }

  sequenceAt(index: number): number | undefined {
    return index >= 0 && index < this.count ? this.#numbers[this.#start + index] : undefined
  }

  indexOf(sequence: number): number {
    return Math.max(0, this.#indexOfSequence(sequence) - this.#start)
  }

  /** Adds sorted numbers; duplicates are ignored. */
  add(more: ArrayLike<number>): void {
    const [first, last] = [more[0], more[more.length - 1]]
    if (first === undefined || last === undefined) return
    const from = this.#indexOfSequence(first)
    const to = this.#indexOfSequence(last + 1)
    const merged = mergedNumbers(this.#numbers.subarray(from, to), more)
    const grown = merged.length - (to - from)
    this.#grow(this.#end + grown)
    this.#numbers.copyWithin(to + grown, to, this.#end)
    this.#numbers.set(merged, from)
    this.#end += grown
    this.dropBefore(this.#oldest)
  }

  /** Drops the lines before the oldest one that is kept. */
  dropBefore(oldest: number): void {
    this.#oldest = oldest
    this.#start = this.#indexOfSequence(oldest)
  }

  #indexOfSequence(sequence: number): number {
    let [low, high] = [0, this.#end]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#numbers[middle] ?? 0) < sequence) low = middle + 1
      else high = middle
    }
    return low
  }

  #grow(length: number): void {
    if (length <= this.#numbers.length) return
    const grown = new Float64Array(Math.max(length, 2 * this.#numbers.length))
    grown.set(this.#numbers)
    this.#numbers = grown
  }
}

const mergedNumbers = (a: ArrayLike<number>, b: ArrayLike<number>): Float64Array => {
  const merged = new Float64Array(a.length + b.length)
  let [atA, atB, count] = [0, 0, 0]
  while (atA < a.length || atB < b.length) {
    const next = Math.min(a[atA] ?? Number.POSITIVE_INFINITY, b[atB] ?? Number.POSITIVE_INFINITY)
    while (a[atA] === next) atA += 1
    while (b[atB] === next) atB += 1
    merged[count] = next
    count += 1
  }
  return merged.subarray(0, count)
}
