import type { LogEntry } from '../../../engines/engine.ts'
import { isEarlier, type StreamPlace } from './line-splitter.ts'

/** A place for each stream that has written. */
export type ReadingPlace = Partial<Record<LogEntry['stream'], StreamPlace>>

/** How far engines may put the two streams out of order. */
const SKEW_NS = 10_000_000_000n

/**
 * From when an engine's output has to be read again: the oldest unfinished line, and a little before the newest entry
 * for a stream that has been silent. Undefined is the beginning.
 */
export function readAgainFromMs(place: ReadingPlace): number | undefined {
  const places = [place.stdout, place.stderr].filter((item) => item !== undefined)
  const [first] = places
  if (!first) return undefined
  const newest = places.reduce((a, b) => (isEarlier(a.atNs, b.atNs) ? b : a), first)
  const oldest = places.reduce((a, b) => (isEarlier(a.atNs, b.atNs) ? a : b), first)
  const skewed = BigInt(newest.atNs) - SKEW_NS
  const oldestNs = BigInt(oldest.atNs)
  return Number((oldestNs < skewed ? oldestNs : skewed) / 1_000_000n)
}
