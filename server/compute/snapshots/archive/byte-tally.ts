import { createHash } from 'node:crypto'
import { Transform, type TransformCallback } from 'node:stream'

/** Passes bytes on unchanged, and counts and hashes them. */
export class ByteTally extends Transform {
  bytes = 0
  readonly #hash = createHash('sha256')

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length
    this.#hash.update(chunk)
    done(null, chunk)
  }

  /** In hexadecimal. Call it once, when all bytes have passed. */
  sha256(): string {
    return this.#hash.digest('hex')
  }
}
