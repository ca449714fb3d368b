import type { LineChunk } from './line-chunk.ts'

/** Lines as bytes: line `i` with its newline occupies `starts[i]` up to `starts[i + 1]`. */
export interface PlainLines {
  bytes: Uint8Array
  starts: Uint32Array
}

const ESCAPE = 0x1b
const BRACKET = 0x5b
const NEWLINE = 0x0a
const isParameter = (byte = 0): boolean => byte >= 0x30 && byte <= 0x3f
const isIntermediate = (byte = 0): boolean => byte >= 0x20 && byte <= 0x2f
const isFinal = (byte = 0): boolean => byte >= 0x40 && byte <= 0x7e

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Returns lines of a chunk without colour codes, so that searches match visible text. Valid until the next call. */
export const plainLines = ({ bytes, starts }: LineChunk, from: number, to: number): PlainLines => {
  const begin = starts[from] ?? 0
  const own = bytes.subarray(begin, starts[to])
  const ownStarts = starts.slice(from, to + 1).map((start) => start - begin)
  return own.includes(ESCAPE) ? withoutColours(own, ownStarts) : { bytes: own, starts: ownStarts }
}

/** Decodes the lines, separated by newlines. */
export const textOf = ({ bytes }: Pick<PlainLines, 'bytes'>): string => decoder.decode(bytes.subarray(0, -1))

/** Reused for every chunk; its content is valid until the next call. */
let scratch = new Uint8Array(0)

const withoutColours = (bytes: Uint8Array, starts: Uint32Array): PlainLines => {
  if (scratch.length < bytes.length) scratch = new Uint8Array(bytes.length)
  const plain = scratch
  let length = 0
  let line = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number // `at` is within the bytes; checking again would halve the speed.
    if (byte === ESCAPE && bytes[at + 1] === BRACKET) {
      at = lastOfEscape(bytes, at + 1)
      continue
    }
    plain[length] = byte
    length += 1
    if (byte === NEWLINE) {
      line += 1
      starts[line] = length
    }
  }
  return { bytes: plain.subarray(0, length), starts }
}

/** Returns the last index of the escape sequence whose bracket is at an index; a malformed one ends where it breaks. */
const lastOfEscape = (bytes: Uint8Array, bracket: number): number => {
  let at = bracket
  while (isParameter(bytes[at + 1])) at += 1
  while (isIntermediate(bytes[at + 1])) at += 1
  return isFinal(bytes[at + 1]) ? at + 1 : at
}
