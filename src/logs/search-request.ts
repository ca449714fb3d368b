import type { InputOf } from '../contract/contract.ts'
import type { LogAddress } from './log-of-topic.ts'
import type { LogQuery, LogRange } from './store/log-store-message.ts'

/** Maximum number of lines per search request, newest first. */
export const MAX_MATCHES = 1000
/** Maximum number of ranges; beyond that, the nearest gaps are merged with the loaded lines between them. */
const MAX_RANGES = 16

/** Returns the ranges that the server searches to cover the gaps, newest first. Each request has one range. */
export const rangesToSearch = (holes: readonly LogRange[]): LogRange[] => {
  const newestFirst = holes.toSorted((a, b) => b.first - a.first)
  const held = newestFirst.slice(1).map(({ last }, at) => (newestFirst[at]?.first ?? 0) - last)
  const joinedBelow = held.toSorted((a, b) => b - a)[MAX_RANGES - 1] ?? 0
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
  // A stream without a pattern means all its lines. The server requires a pattern, and no line is empty.
  ...(find === '' ? { find: '.', as: 'regex' } : { find, as }),
  matchCase: matchCase ? 'y' : 'n',
  readable: readable ? 'y' : 'n',
  ...(stream && { stream }),
  ...range,
  limit,
})
