import { Transform, type TransformCallback } from 'node:stream'
import { extract } from 'tar-stream'

/** Two blocks of zeros end an archive. */
const END_BYTES = 1024

export interface TarTally {
  entries: number
  bytes: number
}

/** An archive that ends too early, or is none. */
export class BrokenArchive extends Error {}

/** Passes an archive on unchanged, and fails unless all of its entries can be read up to its end marker. */
export class TarCheck extends Transform {
  readonly tally: TarTally = { entries: 0, bytes: 0 }
  readonly #parser = extract()
  #tail: Buffer = Buffer.alloc(0)
  #failure: Error | undefined

  constructor() {
    super()
    this.#parser.on('entry', (_header, content, next) => {
      this.tally.entries += 1
      content.once('end', next)
      content.resume()
    })
    this.#parser.on('error', (error: Error) => {
      this.#failure = new BrokenArchive('The archive cannot be read.', { cause: error })
    })
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.tally.bytes += chunk.length
    this.#tail = chunk.length >= END_BYTES ? chunk : Buffer.concat([this.#tail, chunk])
    this.#tail = this.#tail.subarray(Math.max(0, this.#tail.length - END_BYTES))
    this.push(chunk)
    if (this.#failure || this.#parser.write(chunk)) done(this.#failure)
    else this.#parser.once('drain', () => done(this.#failure))
  }

  override _flush(done: TransformCallback): void {
    const isEnded = this.#tail.length === END_BYTES && this.#tail.every((byte) => byte === 0)
    this.#failure ??= isEnded ? undefined : new BrokenArchive('The archive ends too early.')
    if (this.#failure) {
      done(this.#failure)
      return
    }
    for (const event of ['finish', 'error']) this.#parser.once(event, () => done(this.#failure))
    this.#parser.end()
  }
}
