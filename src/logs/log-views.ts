import type { Draft } from 'immer'
import type { Failure } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import type { LogExtent } from './log-buffer.ts'
import type { LogMessage, LogSearchProgress, LogSearchStop } from './log-message.ts'
import type { LogQuery, LogRange } from './store/log-store-message.ts'

/** The state of the server search, which covers the lines that the browser has not loaded. */
export type ServerSearch =
  | { kind: 'waiting' }
  | { kind: 'running'; progress: LogSearchProgress }
  | { kind: 'ended' }
  | { kind: 'stopped'; reason: LogSearchStop; upTo: number }
  | { kind: 'failed'; failure: Failure }

export interface LogSearch {
  query: LogQuery
  server: ServerSearch
}

export interface LogViewState {
  /** The requested range that the server has not returned yet. */
  requestedRange: LogRange | null
  /** Why the last request failed. */
  failure: Failure | null
  /** The extent that the server reported last. */
  extent: LogExtent | null
  search: LogSearch | null
}

/** Views of logs, by topic. */
export type LogViews = Record<string, LogViewState>

const none: LogViewState = { requestedRange: null, failure: null, extent: null, search: null }

const viewOf = (views: Draft<LogViews>, topic: string): Draft<LogViewState> => {
  const known = views[topic] ?? { ...none }
  views[topic] = known
  return known
}

const isSame = (one: LogRange | null, other: LogRange): boolean =>
  one !== null && one.first === other.first && one.last === other.last

/** Ignores the progress of a search that has ended meanwhile. */
const setServerSearch = (views: Draft<LogViews>, topic: string, server: ServerSearch): undefined => {
  const search = views[topic]?.search
  if (search) search.server = server
}

export const logViews = slice<LogViews, LogMessage>(
  {},
  {
    'ui/logRangeRequested': (views, { topic, range }) => {
      viewOf(views, topic).requestedRange = range
    },
    'api/logRangeFilled': (views, { topic, range, extent }) => {
      const view = views[topic]
      if (!view) return
      view.extent = extent
      view.failure = null
      if (isSame(view.requestedRange, range)) view.requestedRange = null
    },
    'api/logRangeFailed': (views, { topic, failure }) => {
      const view = views[topic]
      if (view) view.failure = failure
    },
    'ui/logSearchRequested': (views, { topic, query }) => {
      viewOf(views, topic).search = { query, server: { kind: 'waiting' } }
    },
    'ui/logSearchEnded': (views, { topic }) => {
      const view = views[topic]
      if (view) view.search = null
    },
    'api/logSearchProgressed': (views, { topic, progress }) =>
      setServerSearch(views, topic, { kind: 'running', progress }),
    'ui/logSearchContinued': (views, { topic }) => setServerSearch(views, topic, { kind: 'waiting' }),
    'api/logSearchEnded': (views, { topic }) => setServerSearch(views, topic, { kind: 'ended' }),
    'api/logSearchStopped': (views, { topic, reason, upTo }) =>
      setServerSearch(views, topic, { kind: 'stopped', reason, upTo }),
    'api/logSearchFailed': (views, { topic, failure }) => setServerSearch(views, topic, { kind: 'failed', failure }),
    'ui/logLeft': (views, { topic }) => {
      delete views[topic]
    },
  },
)

export const selectLogView =
  (topic: string) =>
  (state: { logViews: LogViews }): LogViewState =>
    state.logViews[topic] ?? none
