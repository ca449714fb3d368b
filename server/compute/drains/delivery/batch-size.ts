import type { BatchLimits } from '../targets/target.ts'

/** The limits of the next batch: smaller after one that was too large, and larger again with each that is delivered. */
export class BatchSize {
  readonly #full: BatchLimits
  #share = 1
  #lines: number

  constructor(full: BatchLimits) {
    this.#full = full
    this.#lines = full.lines
  }

  get limits(): BatchLimits {
    const { bytes, ageMs } = this.#full
    return { lines: this.#lines, bytes: Math.max(1, Math.floor(bytes * this.#share)), ageMs }
  }

  /** A target takes no batch of so many lines. Returns false if there is no smaller one. */
  shrink(lines: number): boolean {
    if (lines <= 1) return false
    this.#share /= 2
    this.#lines = Math.max(1, Math.floor(lines / 2))
    return true
  }

  grow(): void {
    this.#share = Math.min(1, this.#share * 2)
    this.#lines = Math.min(this.#full.lines, this.#lines * 2)
  }
}
