import type { LogEntry } from '../../../engines/engine.ts'
import { isEarlier, type StreamPosition } from './line-splitter.ts'

/** The position in each stream that has output. */
export type ReadPosition = Partial<Record<LogEntry['stream'], StreamPosition>>

/** The most that an engine may reorder the two streams. */
const SKEW_NS = 10_000_000_000n

/**
 * Returns the time from which an engine's output has to be read again: that of the oldest unfinished line, or a little
 * before the newest entry for a stream without output. Undefined is the beginning.
 */
export function readAgainFromMs(position: ReadPosition): number | undefined {
  const positions = [position.stdout, position.stderr].filter((item) => item !== undefined)
  const [first] = positions
  if (!first) return undefined
  const newest = positions.reduce((a, b) => (isEarlier(a.atNs, b.atNs) ? b : a), first)
  const oldest = positions.reduce((a, b) => (isEarlier(a.atNs, b.atNs) ? a : b), first)
  const skewed = BigInt(newest.atNs) - SKEW_NS
  const oldestNs = BigInt(oldest.atNs)
  return Number((oldestNs < skewed ? oldestNs : skewed) / 1_000_000n)
}
