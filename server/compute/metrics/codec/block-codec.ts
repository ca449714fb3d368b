import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { VarintReader, VarintWriter } from '../../logs/chunks/varints.ts'
import { BitReader, BitWriter } from './bits.ts'
import { type Column, readColumn, skipColumn, writeColumn } from './column-codec.ts'

/** Measurements of one replica at equal steps: a column for each number that was measured at all. */
export interface Block {
  points: number
  columns: Map<number, Column>
}

const MAX_POINTS = 10_000
const MAX_BYTES = 4_194_304

/** Returns the length of the compressed part, that part, and the Rice codes, which no compressor shortens. */
export function encodeBlock({ points, columns }: Block): Uint8Array {
  const writers = { head: new VarintWriter(), bits: new BitWriter() }
  writers.head.add(points)
  for (const [id, column] of columns) {
    writers.head.add(id)
    writeColumn(writers, column)
  }
  const head = zstdCompressSync(writers.head.bytes())
  const length = new VarintWriter()
  length.add(head.length)
  return Buffer.concat([length.bytes(), head, writers.bits.bytes()])
}

/** Returns the needed columns, or all. Throws on bytes that no block has. */
export function decodeBlock(bytes: Uint8Array, needed?: (id: number) => boolean): Block {
  const length = new VarintReader(bytes)
  const headLength = length.next()
  const bitsAt = length.at + headLength
  if (bitsAt > bytes.length) throw new Error('A block of metrics ends too early')
  const all = zstdDecompressSync(bytes.subarray(length.at, bitsAt), { maxOutputLength: MAX_BYTES })
  const readers = { head: new VarintReader(all), bits: new BitReader(bytes.subarray(bitsAt)) }
  const points = readers.head.next()
  if (points > MAX_POINTS) throw new Error('A block of metrics has too many points')
  const columns = new Map<number, Column>()
  while (readers.head.at < all.length) {
    const id = readers.head.next()
    if (!needed || needed(id)) columns.set(id, readColumn(readers, points))
    else skipColumn(readers, points)
  }
  return { points, columns }
}
