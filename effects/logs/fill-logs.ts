import {
  catchError,
  concat,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  from,
  groupBy,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
} from 'rxjs'
import { isConnected } from '../../src/live/live-message.ts'
import type { LogRange } from '../../src/logs/log-buffer.ts'
import { type LogAddress, logOfTopic } from '../../src/logs/log-of-topic.ts'
import { selectLogView } from '../../src/logs/log-views.ts'
import type { Message } from '../../src/message.ts'
import { Failed } from '../api/api.ts'
import type { ConsoleDeps, ConsoleEffect } from '../deps.ts'

/**
 * Brings the lines that a reader scrolled to. One request a log at a time: a reader who drags through a million lines
 * sees where each of them ended, and what was passed over meanwhile is never asked for. What could not be had is asked
 * for again when the connection is back.
 */
export const fillLogs: ConsoleEffect = (messages, deps) => {
  const requested$ = messages.of('ui/logRangeRequested').pipe(map(({ topic }) => topic))
  const lost$ = messages.of('socket/connectionChanged').pipe(
    filter(({ connection }) => isConnected(connection)),
    mergeMap(() => from(Object.keys(deps.read().logViews))),
  )
  return merge(requested$, lost$).pipe(
    groupBy((topic) => topic),
    mergeMap((topic$) => topic$.pipe(exhaustMap((topic) => fillRequested(topic, deps)))),
  )
}

/** What is wanted now, and then what came to be wanted meanwhile. A range that failed waits to be wanted again. */
const fillRequested = (topic: string, deps: ConsoleDeps, before: LogRange | null = null): Observable<Message> =>
  defer(() => {
    const { requestedRange } = selectLogView(topic)(deps.read())
    const log = logOfTopic(topic)
    if (!requestedRange || !log || requestedRange === before) return EMPTY
    return concat(
      fill(topic, log, requestedRange, requestedRange.first, deps),
      fillRequested(topic, deps, requestedRange),
    )
  })

/** An answer has an end of its own; the next one begins there, unless the reader is elsewhere by then. */
const fill = (topic: string, log: LogAddress, range: LogRange, first: number, deps: ConsoleDeps): Observable<Message> =>
  deps.api.call('readLogRange', { ...log, first, last: range.last }).pipe(
    mergeMap(({ packets, oldest, head }): Observable<Message> => {
      const extent = { oldest, head }
      deps.logs.existing(topic)?.fill(packets, extent)
      const end = packets.at(-1)?.sequence ?? range.last
      const isWhole = end >= Math.min(range.last, head)
      const isStillRequested = selectLogView(topic)(deps.read()).requestedRange === range
      if (!isWhole && isStillRequested) return fill(topic, log, range, end + 1, deps)
      return of({ type: 'api/logRangeFilled', topic, range, extent })
    }),
    catchError((error: unknown) => {
      if (!(error instanceof Failed)) throw error
      return of<Message>({ type: 'api/logRangeFailed', topic, failure: error.failure })
    }),
  )
