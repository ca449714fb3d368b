import type { LogLine, LogStream } from '../../../../src/contract/wire/log.ts'
import type { LogAddress } from '../log-address.ts'

/** Literal text or a pattern. */
export interface SearchQuery {
  query: string
  as: 'text' | 'regex'
  matchCase: boolean
  /** JSON lines also match in their readable form. */
  readable?: boolean
}

export interface SearchJob {
  /** The organisation whose turn the search takes. */
  organizationId: string
  address: LogAddress
  find: SearchQuery
  order: 'newestFirst' | 'oldestFirst'
  /** The requested matches, counted from the first one in this order. */
  window: { skip: number; take: number }
  /** Ends the search after the last requested match; otherwise the rest is counted. */
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

/** Matches and progress as they occur, and last the reason why the search ended. */
export type SearchEvent =
  | { kind: 'matches'; lines: LogLine[] }
  | ({ kind: 'progress' } & Progress)
  | ({ kind: 'ended'; reason: 'all' | 'limit' | 'timedOut' | 'failed' } & Progress)

/** The worker also rejects unsupported patterns. */
export type WorkerEvent = SearchEvent | { kind: 'rejected'; message: string }

/** A search that takes longer than `limitMs` ends with what it found. */
export type WorkerRequest = { kind: 'search'; job: SearchJob; limitMs: number } | { kind: 'stop' }
