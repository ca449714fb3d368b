import type { InputOf } from '../contract/contract.ts'
import type { LogQuery, LogRange } from './log-book.ts'
import type { LogAddress } from './log-of-topic.ts'

/** How many found lines the server is asked for; it begins with the newest. */
export const MOST_FOUND = 1000

/** Everything between the first and the last hole: a search of the server has one range. */
export const searchRequest = (
  log: LogAddress,
  { find, as, matchCase, stream }: LogQuery,
  holes: readonly LogRange[],
): InputOf<'searchLogs'> => ({
  ...log,
  // A stream alone is every line of it; the server finds nothing without a pattern, and no line is blank.
  ...(find === '' ? { find: '.', as: 'regex' } : { find, as }),
  matchCase: matchCase ? 'y' : 'n',
  ...(stream && { stream }),
  first: Math.min(...holes.map(({ first }) => first)),
  last: Math.max(...holes.map(({ last }) => last)),
  limit: MOST_FOUND,
})
