import type { LogLine } from '../../../src/contract/wire/log.ts'

/** Matches by minutes since 1970. */
export type LogCounts = Readonly<Record<string, number>>

const MINUTE_MS = 60_000
/** The longest time of a rule, and the minute that has begun. */
const KEPT_MINUTES = 61

/** Adds matches by the minute in which they were written; a line of the future counts now. */
export function addMatches(before: LogCounts, lines: readonly Pick<LogLine, 'time'>[], nowMs: number): LogCounts {
  const now = Math.floor(nowMs / MINUTE_MS)
  const counts: Record<string, number> = {}
  for (const [minute, count] of Object.entries(before))
    if (Number(minute) >= now - KEPT_MINUTES && Number(minute) <= now) counts[minute] = count
  for (const { time } of lines) {
    const minute = Math.min(Math.floor(Date.parse(time) / MINUTE_MS), now)
    if (minute >= now - KEPT_MINUTES) counts[minute] = (counts[minute] ?? 0) + 1
  }
  return counts
}

/** Returns how many matches the last minutes have, the minute that has begun included. */
export function matchesWithin(counts: LogCounts, minutes: number, nowMs: number): number {
  const now = Math.floor(nowMs / MINUTE_MS)
  return Object.entries(counts).reduce(
    (sum, [minute, count]) => (Number(minute) >= now - minutes && Number(minute) <= now ? sum + count : sum),
    0,
  )
}
