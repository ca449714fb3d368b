import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { KeptLine } from './kept-line.ts'

const WORTH_COMPRESSING_BYTES = 1024
const ZSTD_FIRST_BYTE = 0x28

/** NDJSON of [milliseconds, stream, text], compressed where that pays; the first byte tells which (`[` or zstd's). */
export function encodeChunk(lines: readonly KeptLine[]): Uint8Array {
  const plain = Buffer.from(lines.map(({ atMs, stream, text }) => JSON.stringify([atMs, stream, text])).join('\n'))
  return plain.length < WORTH_COMPRESSING_BYTES ? plain : zstdCompressSync(plain)
}

export function decodeChunk(bytes: Uint8Array): KeptLine[] {
  if (bytes.length === 0) return []
  const plain = bytes[0] === ZSTD_FIRST_BYTE ? zstdDecompressSync(bytes) : Buffer.from(bytes)
  return plain
    .toString('utf8')
    .split('\n')
    .map((line) => {
      // Written by `encodeChunk` alone, so its shape is known.
      const [atMs, stream, text] = JSON.parse(line) as [number, KeptLine['stream'], string]
      return { atMs, stream, text }
    })
}
