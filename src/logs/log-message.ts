import * as v from 'valibot'
import type { ResponseOf } from '../contract/contract.ts'
import type { Failure } from '../core/failure.ts'
import type { LogExtent, LogQuery, LogRange } from './log-buffer.ts'

/** How lines are shown, in every log and every tab of this browser. */
export const logViewSettings = v.object({
  wrap: v.boolean(),
  times: v.picklist(['local', 'utc', 'off']),
  /** JSON lines as they were written, instead of readable. */
  raw: v.boolean(),
  /** New lines are told to screen readers. */
  announce: v.boolean(),
})

export type LogViewSettings = v.InferOutput<typeof logViewSettings>

type SearchPiece = ResponseOf<'searchLogs'>
/** Of the lines that the browser does not hold. */
export type LogSearchProgress = Pick<Extract<SearchPiece, { kind: 'progress' }>, 'scanned' | 'total'>
/** Why not all of them are searched yet. */
export type LogSearchStop = Exclude<Extract<SearchPiece, { kind: 'ended' }>['reason'], 'all'>

/** Of views of logs, by topic. The lines themselves go from the socket to their book. */
export type LogMessage =
  | { type: 'ui/logRangeRequested'; topic: string; range: LogRange }
  | { type: 'api/logRangeFilled'; topic: string; range: LogRange; extent: LogExtent }
  | { type: 'api/logRangeFailed'; topic: string; failure: Failure }
  | { type: 'ui/logSearchRequested'; topic: string; query: LogQuery }
  /** What the server has left unsearched is wanted too. */
  | { type: 'ui/logSearchedOn'; topic: string }
  | { type: 'ui/logSearchEnded'; topic: string }
  /** The server searches what the browser does not hold. */
  | { type: 'api/logSearchMoved'; topic: string; progress: LogSearchProgress }
  | { type: 'api/logSearchEnded'; topic: string }
  /** Lines up to a sequence number are not all searched. */
  | { type: 'api/logSearchStopped'; topic: string; reason: LogSearchStop; upTo: number }
  | { type: 'api/logSearchFailed'; topic: string; failure: Failure }
  | { type: 'ui/logLeft'; topic: string }
  | { type: 'ui/logViewSettingsChanged'; settings: LogViewSettings }
  | { type: 'tab/logViewSettingsChanged'; settings: LogViewSettings }
  | { type: 'storage/logViewSettingsFound'; settings: LogViewSettings }
