import type { LogLine } from '../../../../src/contract/wire/log.ts'
import type { LogSearches } from '../search/search-logs.ts'

/** Who reads a page, for those that take their time. */
export interface PageAsker {
  searches: Pick<LogSearches, 'find' | 'runExclusive'>
  userId: string
  organizationId: string
  signal: AbortSignal
}

export interface LogPage {
  logs: LogLine[]
  logsLength: number
}

/** Which lines: `to` of them from the line `from`, counted from 0; a negative `from` counts back from the newest. */
export interface Page {
  from: number
  to: number
}

/** Both ends as places among `length` lines, the second one excluded. */
export function pageWindow(length: number, { from, to }: Page): { start: number; end: number } {
  const first = from < 0 ? length + from : from
  const within = (position: number) => Math.min(Math.max(position, 0), length)
  return { start: within(first), end: within(first + to) }
}

/** The same where nobody knows yet how many there are: counted from the end that `from` counts from. */
export const matchWindow = ({ from, to }: Page): { skip: number; take: number } =>
  from < 0 ? { skip: Math.max(-from - to, 0), take: Math.min(to, -from) } : { skip: from, take: to }
