import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { VarintReader, VarintWriter } from '../../logs/chunks/varints.ts'
import { type Column, readColumn, writeColumn } from './column-codec.ts'

/** Measurements of one replica at equal steps: a column for each number that was measured at all. */
export interface Block {
  points: number
  columns: Map<number, Column>
}

const MAX_POINTS = 10_000
const MAX_BYTES = 4_194_304

export function encodeBlock({ points, columns }: Block): Uint8Array {
  const writer = new VarintWriter()
  writer.add(points)
  for (const [id, column] of columns) {
    writer.add(id)
    writeColumn(writer, column)
  }
  return zstdCompressSync(writer.bytes())
}

/** Returns the wanted columns, or all. Throws on bytes that no block has. */
export function decodeBlock(bytes: Uint8Array, wanted?: (id: number) => boolean): Block {
  const all = zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES })
  const reader = new VarintReader(all)
  const points = reader.next()
  if (points > MAX_POINTS) throw new Error('A block of metrics has too many points')
  const columns = new Map<number, Column>()
  while (reader.at < all.length) {
    const id = reader.next()
    const column = readColumn(reader, points)
    if (!wanted || wanted(id)) columns.set(id, column)
  }
  return { points, columns }
}
