import type { LogBatch } from '../../contract/wire/log.ts'

/** A batch as bytes: line `i` with its newline occupies `starts[i]` up to `starts[i + 1]`. */
export interface EncodedLines {
  first: number
  last: number
  bytes: Uint8Array
  starts: Uint32Array
  atMs: readonly number[]
  streams: string
}

const NEWLINE = 10
const encoder = new TextEncoder()

export const encodeLines = (batch: LogBatch): EncodedLines => {
  const bytes = encoder.encode(`${batch.text}\n`)
  const most = batch.sequence - batch.first + 1
  const starts = new Uint32Array(most + 1)
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && count < most; at = bytes.indexOf(NEWLINE, at + 1)) {
    count += 1
    starts[count] = at + 1
  }
  const { first, atMs, streams } = batch
  return { first, last: first + count - 1, bytes, starts, atMs, streams }
}
