import { MAX_INPUT_BYTES } from '../contract/shell/shell.ts'

export interface InputPiece {
  /** The bytes of input before these. */
  at: number
  data: Uint8Array
}

/** What the user typed and the server has not confirmed: it is sent again after a lost connection. */
export class TypedInput {
  readonly #encoder = new TextEncoder()
  #pieces: InputPiece[] = []
  #end = 0

  add(text: string): InputPiece[] {
    const bytes = this.#encoder.encode(text)
    const added: InputPiece[] = []
    for (let from = 0; from < bytes.length; from += MAX_INPUT_BYTES) {
      const data = bytes.slice(from, from + MAX_INPUT_BYTES)
      added.push({ at: this.#end, data })
      this.#end += data.length
    }
    this.#pieces.push(...added)
    return added
  }

  confirm(received: number): void {
    this.#pieces = this.#pieces.filter(({ at, data }) => at + data.length > received)
  }

  /** The server skips the part of the first piece that it already has. */
  get unconfirmed(): readonly InputPiece[] {
    return this.#pieces
  }
}
