import type { LogLine, LogStream } from '../../../../src/contract/wire/log.ts'
import type { LogAddress } from '../log-address.ts'

/** What is searched for: words as they are, or a pattern. */
export interface SearchQuery {
  query: string
  as: 'text' | 'regex'
  matchCase: boolean
  /** JSON lines match also as they are shown. */
  readable?: boolean
}

export interface SearchJob {
  /** Whose turn a search takes. */
  organizationId: string
  address: LogAddress
  find: SearchQuery
  order: 'newestFirst' | 'oldestFirst'
  /** Which of the matches are wanted, counted from the first one in this order. */
  window: { skip: number; take: number }
  /** Ends after the last wanted match; else the rest is counted. */
  stopAtLimit?: boolean
  stream?: LogStream | undefined
  sinceMs?: number | undefined
  untilMs?: number | undefined
  first?: number | undefined
  last?: number | undefined
}

export interface Progress {
  scanned: number
  total: number
  found: number
}

/** What a search says: matches and progress as they come, and last how it ended. */
export type SearchEvent =
  | { kind: 'matches'; lines: LogLine[] }
  | ({ kind: 'progress' } & Progress)
  | ({ kind: 'ended'; reason: 'all' | 'limit' | 'timedOut' | 'failed' } & Progress)

/** What the worker says beside that: the pattern cannot be searched for. */
export type WorkerEvent = SearchEvent | { kind: 'rejected'; message: string }

/** A search that takes longer than `limitMs` ends where it is. */
export type WorkerRequest = { kind: 'search'; job: SearchJob; limitMs: number } | { kind: 'stop' }
