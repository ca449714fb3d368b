import type { LogBatch } from '../../../../src/contract/wire/log.ts'

/** Returns the metadata of a chunk: its first and last time, and its bytes of text with a newline after each line. */
export function spanOf({ atMs, text }: LogBatch): { firstAt: string; lastAt: string; rawBytes: number } {
  const instant = (ms: number) => new Date(ms).toISOString()
  let [earliest, latest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const time of atMs) {
    if (time < earliest) earliest = time
    if (time > latest) latest = time
  }
  return { firstAt: instant(earliest), lastAt: instant(latest), rawBytes: Buffer.byteLength(text) + 1 }
}
