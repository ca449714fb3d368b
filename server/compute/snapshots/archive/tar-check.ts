import { Transform, type TransformCallback } from 'node:stream'
import {
  BLOCK_BYTES,
  isExtension,
  isZero,
  mayHaveContent,
  readTarHeader,
  sizeInRecords,
  type TarHeader,
} from './tar-headers.ts'

/** Blocks of zeros that end an archive. */
const END_BLOCKS = 2
/** Of headers before their entry, which parsers hold in memory, and of padding. */
const MAX_HEADER_BYTES = 4 * 1024 ** 2

export interface TarTally {
  entries: number
  bytes: number
}

/** An archive that ends too early, or is none. */
export class BrokenArchive extends Error {}

const notReadable = () => new BrokenArchive('The archive cannot be read.')

/** Passes an archive on unchanged, and fails unless all of its entries can be read up to its end marker. */
export class TarCheck extends Transform {
  readonly tally: TarTally = { entries: 0, bytes: 0 }
  /** What is left of the content of an entry with its padding. */
  #skip = 0
  /** A header, or the content of one that describes the next entry, until it is whole. */
  #parts: Buffer[] = []
  #missing = BLOCK_BYTES
  #extension: TarHeader | undefined
  #nextSize: number | null = null
  #zeroBlocks = 0
  #headerBytes = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.tally.bytes += chunk.length
    try {
      this.#read(chunk)
      done(null, chunk)
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  override _flush(done: TransformCallback): void {
    const isWhole = this.#zeroBlocks >= END_BLOCKS && this.#skip === 0 && this.#missing === BLOCK_BYTES
    done(isWhole ? null : new BrokenArchive('The archive ends too early.'))
  }

  #read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length; ) {
      const length = this.#skip > 0 ? this.#skip : this.#missing
      const part = chunk.subarray(at, at + length)
      at += part.length
      if (this.#skip > 0) {
        this.#skip -= part.length
        continue
      }
      this.#parts.push(part)
      this.#missing -= part.length
      if (this.#missing > 0) continue
      const whole = this.#parts.length === 1 ? part : Buffer.concat(this.#parts)
      this.#parts = []
      this.#missing = BLOCK_BYTES
      if (this.#extension) this.#onExtension(this.#extension, whole)
      else this.#onHeader(whole)
    }
  }

  #onHeader(block: Buffer): void {
    this.#headerBytes += BLOCK_BYTES
    if (this.#headerBytes > MAX_HEADER_BYTES) throw new BrokenArchive('The archive has a header that is too long.')
    if (isZero(block)) {
      this.#zeroBlocks += 1
      return
    }
    const header = readTarHeader(block)
    // Readers differ in what follows an end marker.
    if (!header || this.#zeroBlocks >= END_BLOCKS) throw notReadable()
    this.#zeroBlocks = 0
    if (isExtension(header)) this.#expectExtension(header)
    else this.#onEntry(header)
  }

  #onEntry(header: TarHeader): void {
    this.#headerBytes = 0
    this.tally.entries += 1
    const size = this.#nextSize ?? header.sizeBytes
    this.#nextSize = null
    if (size > 0 && !mayHaveContent(header)) throw notReadable()
    this.#skip = padded(size)
  }

  #expectExtension(header: TarHeader): void {
    this.#headerBytes += header.sizeBytes
    if (this.#headerBytes > MAX_HEADER_BYTES) throw new BrokenArchive('The archive has a header that is too long.')
    if (header.sizeBytes === 0) throw notReadable()
    this.#extension = header
    this.#missing = header.sizeBytes
  }

  #onExtension({ type, sizeBytes }: TarHeader, content: Buffer): void {
    this.#extension = undefined
    this.#skip = padded(sizeBytes) - sizeBytes
    if (type !== 'x' && type !== 'g') return
    const size = sizeInRecords(content)
    // Readers differ in which entries get the size of a global header.
    if (size === undefined || (type === 'g' && size !== null)) throw notReadable()
    if (type === 'x') this.#nextSize = size
  }
}

const padded = (bytes: number): number => Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES
