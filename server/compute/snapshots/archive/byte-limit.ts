import { Transform, type TransformCallback } from 'node:stream'

/** Passes bytes on unchanged, and fails at the first that is more than the limit, before it is passed on. */
export class ByteLimit extends Transform {
  #left: number
  readonly #failure: () => Error

  constructor(bytes: number, failure: () => Error) {
    super()
    this.#left = bytes
    this.#failure = failure
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#left -= chunk.length
    if (this.#left < 0) done(this.#failure())
    else done(null, chunk)
  }
}
