import { MAX_INPUT_BYTES, UNCONFIRMED_INPUT_BYTES } from '../contract/shell/shell.ts'

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
  #sent = 0
  #confirmed = 0

  add(text: string): void {
    const bytes = this.#encoder.encode(text)
    for (let from = 0; from < bytes.length; from += MAX_INPUT_BYTES) {
      const data = bytes.slice(from, from + MAX_INPUT_BYTES)
      this.#pieces.push({ at: this.#end, data })
      this.#end += data.length
    }
  }

  confirm(received: number): void {
    this.#confirmed = Math.max(this.#confirmed, received)
    this.#pieces = this.#pieces.filter(({ at, data }) => at + data.length > received)
  }

  /** Returns the pieces to send now. The others follow when the server has confirmed some. */
  next(): InputPiece[] {
    const endBytes = this.#confirmed + UNCONFIRMED_INPUT_BYTES
    const pieces = this.#pieces.filter(({ at }) => at >= this.#sent && at < endBytes)
    const last = pieces.at(-1)
    if (last) this.#sent = last.at + last.data.length
    return pieces
  }

  /** Starts again behind what the server has received; it skips the part of the first piece that it already has. */
  continueFrom(received: number): void {
    this.confirm(received)
    this.#sent = 0
  }
}
