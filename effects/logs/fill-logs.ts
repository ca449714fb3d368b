import {
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
import { type LogAddress, logOfTopic } from '../../src/logs/log-of-topic.ts'
import { selectLogView } from '../../src/logs/log-views.ts'
import type { LogRange } from '../../src/logs/store/log-store-message.ts'

import { catchFailed } from '../api/api.ts'
import type { ConsoleDeps, ConsoleEffect, Emitted } from '../deps.ts'

/**
 * Loads the lines that the user scrolled to, one request per log at a time: ranges that are passed over while one runs are
 * never requested. Failed ranges are requested again when the connection is back.
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

/** Loads the requested range, then the one that was requested meanwhile. A failed range waits for the next request. */
const fillRequested = (topic: string, deps: ConsoleDeps, before: LogRange | null = null): Observable<Emitted> =>
  defer(() => {
    const { requestedRange } = selectLogView(topic)(deps.read())
    const log = logOfTopic(topic)
    if (!requestedRange || !log || requestedRange === before) return EMPTY
    return concat(
      fill(topic, log, requestedRange, requestedRange.first, deps),
      fillRequested(topic, deps, requestedRange),
    )
  })

/** A response may end early; the next request continues there, unless another range is requested by then. */
const fill = (topic: string, log: LogAddress, range: LogRange, first: number, deps: ConsoleDeps): Observable<Emitted> =>
  deps.api.call('readLogRange', { ...log, first, last: range.last }).pipe(
    mergeMap(({ packets, oldest, head }): Observable<Emitted> => {
      const extent = { oldest, head }
      deps.logs.existing(topic)?.fill(packets, extent)
      const end = packets.at(-1)?.sequence ?? range.last
      const isWhole = end >= Math.min(range.last, head)
      const isStillRequested = selectLogView(topic)(deps.read()).requestedRange === range
      if (!isWhole && isStillRequested) return fill(topic, log, range, end + 1, deps)
      return of({ type: 'api/logRangeFilled', topic, range, extent })
    }),
    catchFailed((failure): Emitted => ({ type: 'api/logRangeFailed', topic, failure })),
  )
