import type { LogEntry } from '../../../engines/engine.ts'
import { isEarlier, type StreamPosition } from './line-splitter.ts'

/** A place for each stream that has written. */
export type ReadPosition = Partial<Record<LogEntry['stream'], StreamPosition>>

/** How far engines may put the two streams out of order. */
const SKEW_NS = 10_000_000_000n

/**
 * From when an engine's output has to be read again: the oldest unfinished line, and a little before the newest entry
 * for a stream that has been silent. Undefined is the beginning.
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
