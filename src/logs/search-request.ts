import type { InputOf } from '../contract/contract.ts'
import type { LogQuery, LogRange } from './log-buffer.ts'
import type { LogAddress } from './log-of-topic.ts'

/** How many lines the server finds before it waits to be asked for more; it begins with the newest. */
export const MOST_FOUND = 1000
/** A log with more holes than that is searched across what is held between the nearest of them. */
const MOST_RANGES = 16

/** What the server searches for the holes of a log, the newest lines first: each request has one range. */
export const rangesToSearch = (holes: readonly LogRange[]): LogRange[] => {
  const newestFirst = holes.toSorted((a, b) => b.first - a.first)
  const held = newestFirst.slice(1).map(({ last }, at) => (newestFirst[at]?.first ?? 0) - last)
  const joinedBelow = held.toSorted((a, b) => b - a)[MOST_RANGES - 1] ?? 0
  const ranges: LogRange[] = []
  for (const [at, { first, last }] of newestFirst.entries()) {
    const range = ranges.at(-1)
    if (range && (held[at - 1] ?? 0) <= joinedBelow) range.first = first
    else ranges.push({ first, last })
  }
  return ranges
}

export const searchRequest = (
  log: LogAddress,
  { find, as, matchCase, stream, readable }: LogQuery,
  range: LogRange,
  limit: number,
): InputOf<'searchLogs'> => ({
  ...log,
  // A stream alone is every line of it; the server finds nothing without a pattern, and no line is blank.
  ...(find === '' ? { find: '.', as: 'regex' } : { find, as }),
  matchCase: matchCase ? 'y' : 'n',
  readable: readable ? 'y' : 'n',
  ...(stream && { stream }),
  ...range,
  limit,
})
