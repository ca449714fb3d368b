import * as v from 'valibot'
import type { ResponseOf } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'
import type { LogExtent } from './log-buffer.ts'
import type { LogQuery, LogRange } from './store/log-store-message.ts'

/** The display settings of all logs, in every tab of this browser. */
export const logViewSettings = v.object({
  wrap: v.boolean(),
  times: v.picklist(['local', 'utc', 'off']),
  /** Show JSON lines as they were written, instead of in their readable form. */
  raw: v.boolean(),
  /** Announce new lines to screen readers. */
  announce: v.boolean(),
})

export type LogViewSettings = v.InferOutput<typeof logViewSettings>

type SearchPiece = ResponseOf<'searchLogs'>
/** Progress of the server search, which covers the lines that the browser has not loaded. */
export type LogSearchProgress = Pick<Extract<SearchPiece, { kind: 'progress' }>, 'scanned' | 'total'>
/** Why the search stopped before it covered all lines. */
export type LogSearchStop = Exclude<Extract<SearchPiece, { kind: 'ended' }>['reason'], 'all'>

/** Messages of log views, by topic. The lines themselves go from the socket to their buffer. */
export type LogMessage =
  | { type: 'ui/logRangeRequested'; topic: string; range: LogRange }
  | { type: 'api/logRangeFilled'; topic: string; range: LogRange; extent: LogExtent }
  | { type: 'api/logRangeFailed'; topic: string; failure: Failure }
  | { type: 'ui/logSearchRequested'; topic: string; query: LogQuery }
  /** The user continues the server search where it stopped. */
  | { type: 'ui/logSearchContinued'; topic: string }
  | { type: 'ui/logSearchEnded'; topic: string }
  /** Progress of the server search through the lines that the browser has not loaded. */
  | { type: 'api/logSearchProgressed'; topic: string; progress: LogSearchProgress }
  | { type: 'api/logSearchEnded'; topic: string }
  /** The search stopped; lines up to `upTo` are not all searched. */
  | { type: 'api/logSearchStopped'; topic: string; reason: LogSearchStop; upTo: number }
  | { type: 'api/logSearchFailed'; topic: string; failure: Failure }
  | { type: 'ui/logLeft'; topic: string }
  | { type: 'ui/logViewSettingsChanged'; settings: LogViewSettings }
  | { type: 'tab/logViewSettingsChanged'; settings: LogViewSettings }
  | { type: 'storage/logViewSettingsFound'; settings: LogViewSettings }
