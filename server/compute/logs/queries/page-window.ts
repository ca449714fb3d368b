import type { LogLine } from '../../../../src/contract/wire/log.ts'
import type { LogSearches } from '../search/search-logs.ts'

/** The caller of a page, for searches that are limited by user and organisation. */
export interface PageCaller {
  searches: Pick<LogSearches, 'find' | 'runExclusive'>
  userId: string
  organizationId: string
  signal: AbortSignal
}

export interface LogPage {
  logs: LogLine[]
  logsLength: number
}

/** `to` lines from the line `from`, counted from 0; a negative `from` counts back from the newest. */
export interface Page {
  from: number
  to: number
}

/** Returns the page as positions among `length` lines; `end` is exclusive. */
export function pageWindow(length: number, { from, to }: Page): { start: number; end: number } {
  const first = from < 0 ? length + from : from
  const within = (position: number) => Math.min(Math.max(position, 0), length)
  return { start: within(first), end: within(first + to) }
}

/** Returns the page of an unknown number of lines, counted from the end that `from` counts from. */
export const matchWindow = ({ from, to }: Page): { skip: number; take: number } =>
  from < 0 ? { skip: Math.max(-from - to, 0), take: Math.min(to, -from) } : { skip: from, take: to }
