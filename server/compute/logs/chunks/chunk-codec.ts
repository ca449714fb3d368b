import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { LogBatch } from '../../../../src/contract/wire/log.ts'
import { VarintReader, VarintWriter } from './varints.ts'

/*
 * The format of a chunk keeps its text in one piece, so that a search scans it as a whole.
 *
 *   byte      form: 2 is plain, 3 has everything after this byte compressed with zstd
 *   varint    the length of the following varints in bytes
 *   varints   the number of lines; the time of each as the signed difference to the line before (the first in full);
 *             runs of lines of one stream, as the code of its letter and a count, until all lines are covered
 *   bytes     the lines in UTF-8, separated by newlines
 */

const PLAIN = 2
const COMPRESSED = 3
const WORTH_COMPRESSING_BYTES = 256
/** Fits most chunks whole, so that no pieces have to be concatenated. */
const UNPACKED_AT_ONCE = 524_288

type Columns = Pick<LogBatch, 'atMs' | 'streams' | 'text'>

export function encodeChunk({ atMs, streams, text }: Columns): Buffer {
  const numbers = numbersOf(atMs, streams)
  const length = new VarintWriter()
  length.add(numbers.length)
  const body = Buffer.concat([length.bytes(), numbers, Buffer.from(text)])
  const packed = body.length < WORTH_COMPRESSING_BYTES ? body : zstdCompressSync(body)
  return packed.length < body.length
    ? Buffer.concat([Uint8Array.of(COMPRESSED), packed])
    : Buffer.concat([Uint8Array.of(PLAIN), body])
}

/** A chunk whose varints are read on demand: a search needs only the text of most chunks. */
export interface OpenChunk {
  text: Buffer
  readNumbers(): Pick<Columns, 'atMs' | 'streams'>
}

export function openChunk(chunk: Uint8Array): OpenChunk {
  const [form] = chunk
  if (form !== PLAIN && form !== COMPRESSED) throw new Error(`A log chunk has the unknown form ${form}.`)
  const rest = Buffer.from(chunk.buffer, chunk.byteOffset + 1, chunk.byteLength - 1)
  const body = form === COMPRESSED ? zstdDecompressSync(rest, { chunkSize: UNPACKED_AT_ONCE }) : rest
  const reader = new VarintReader(body)
  const length = reader.next()
  const numbersAt = reader.at
  return {
    text: body.subarray(numbersAt + length),
    readNumbers: () => numbersFrom(new VarintReader(body, numbersAt)),
  }
}

export function decodeChunk(chunk: Uint8Array): Columns {
  const { text, readNumbers } = openChunk(chunk)
  return { ...readNumbers(), text: text.toString() }
}

function numbersOf(atMs: readonly number[], streams: string): Uint8Array {
  const numbers = new VarintWriter()
  numbers.add(atMs.length)
  let before = 0
  for (const time of atMs) {
    numbers.addSigned(time - before)
    before = time
  }
  for (const [run] of streams.matchAll(/(.)\1*/g)) {
    numbers.add(run.charCodeAt(0))
    numbers.add(run.length)
  }
  return numbers.bytes()
}

function numbersFrom(reader: VarintReader): Pick<Columns, 'atMs' | 'streams'> {
  const count = reader.next()
  const atMs: number[] = []
  let time = 0
  while (atMs.length < count) {
    time += reader.nextSigned()
    atMs.push(time)
  }
  let streams = ''
  while (streams.length < count) {
    const letter = String.fromCharCode(reader.next())
    streams += letter.repeat(reader.next())
  }
  return { atMs, streams }
}
