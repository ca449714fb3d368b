import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { VarintReader, VarintWriter } from '../../logs/chunks/varints.ts'
import type { Sample } from '../columns.ts'

/** The samples of all replicas at one time, by the id of the replica or, for requests that reached none, the instance. */
export type Tick = ReadonlyMap<string, Sample>

const ID_BYTES = 16
const MAX_BYTES = 67_108_864

export function encodeTick(tick: Tick): Uint8Array {
  const header = new VarintWriter()
  header.add(tick.size)
  const ids: Buffer[] = []
  const entries: Uint8Array[] = []
  for (const [id, sample] of tick) {
    const entry = new VarintWriter()
    for (const [column, value] of sample) {
      entry.add(column)
      entry.add(value)
    }
    const bytes = entry.bytes()
    ids.push(Buffer.from(id.replaceAll('-', ''), 'hex'))
    entries.push(bytes)
    header.add(bytes.length)
  }
  return zstdCompressSync(Buffer.concat([header.bytes(), ...ids, ...entries]))
}

interface TickPart {
  ids?: ReadonlySet<string> | undefined
  needed?: ((column: number) => boolean) | undefined
}

/** Returns the samples of these replicas and columns, or all. Throws on bytes that no tick has. */
export function decodeTick(bytes: Uint8Array, { ids, needed }: TickPart = {}): Map<string, Sample> {
  const all = zstdDecompressSync(bytes, { maxOutputLength: MAX_BYTES })
  const header = new VarintReader(all)
  const lengths = Array.from({ length: header.next() }, () => header.next())
  const entries = new VarintReader(all, header.at + lengths.length * ID_BYTES)
  const tick = new Map<string, Sample>()
  for (const [at, length] of lengths.entries()) {
    const id = idAt(all, header.at + at * ID_BYTES)
    if (ids && !ids.has(id)) {
      entries.skip(length)
      continue
    }
    const sample = new Map<number, number>()
    for (const end = entries.at + length; entries.at < end; ) {
      const [column, value] = [entries.next(), entries.next()]
      if (!needed || needed(column)) sample.set(column, value)
    }
    tick.set(id, sample)
  }
  return tick
}

function idAt(bytes: Buffer, from: number): string {
  const hex = bytes.toString('hex', from, from + ID_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
