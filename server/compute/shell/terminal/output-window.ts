import { WINDOW_BYTES } from '../../../../src/contract/shell/shell.ts'

interface Piece {
  /** How many bytes of output came before. */
  at: number
  bytes: Buffer
}

/** Keeps the output of a terminal until the browser has shown it. */
export class OutputWindow {
  #pieces: Piece[] = []
  #acknowledged = 0
  #end = 0

  get isFull(): boolean {
    return this.#end - this.#acknowledged >= WINDOW_BYTES
  }

  /** The bytes of output so far. */
  get end(): number {
    return this.#end
  }

  append(bytes: Buffer): Piece {
    const piece = { at: this.#end, bytes }
    this.#pieces.push(piece)
    this.#end += bytes.length
    return piece
  }

  /** Forgets what the browser has shown. A position that cannot be right is ignored. */
  acknowledge(position: number): void {
    if (position <= this.#acknowledged || position > this.#end) return
    this.#acknowledged = position
    const first = this.#pieces.findIndex(({ at, bytes }) => at + bytes.length > position)
    this.#pieces = first < 0 ? [] : this.#pieces.slice(first)
  }

  /** Returns the output behind a position; undefined when it was never sent, or is already forgotten. */
  after(position: number): Piece[] | undefined {
    if (position < this.#acknowledged || position > this.#end) return undefined
    return this.#pieces.flatMap(({ at, bytes }) => {
      if (at + bytes.length <= position) return []
      const skipped = Math.max(position - at, 0)
      return [{ at: at + skipped, bytes: bytes.subarray(skipped) }]
    })
  }
}
