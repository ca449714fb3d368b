import {
  concatMap,
  filter,
  from,
  groupBy,
  map,
  merge,
  mergeMap,
  type Observable,
  startWith,
  switchMap,
  take,
  timer,
} from 'rxjs'
import type { Messages } from '../../src/core/messages.ts'
import type { LogBuffer } from '../../src/logs/log-buffer.ts'
import { logOfTopic } from '../../src/logs/log-of-topic.ts'
import { selectLogView } from '../../src/logs/log-views.ts'
import type { LogQuery, LogRange } from '../../src/logs/store/log-store-message.ts'
import type { Message } from '../../src/message.ts'
import type { ConsoleDeps, ConsoleEffect, Emitted } from '../deps.ts'
import { searchAtServer } from './search-at-server.ts'
import { type InTurn, takeTurns } from './take-turns.ts'

/** Waits for a pause in typing. */
const REST_MS = 150

/** Searches loaded lines in the browser and the others at the server; a new query cancels both. */
export const searchLogs: ConsoleEffect = (messages, deps) => {
  const inTurn = takeTurns()
  return messages.of('ui/logSearchRequested', 'ui/logSearchEnded').pipe(
    groupBy(({ topic }) => topic),
    mergeMap((message$) =>
      message$.pipe(
        switchMap((message) => {
          if (message.type === 'ui/logSearchRequested')
            return search(message.topic, message.query, messages, deps, inTurn)
          deps.logs.existing(message.topic)?.find(null)
          return []
        }),
      ),
    ),
  )
}

const search = (
  topic: string,
  query: LogQuery,
  messages: Messages<Message>,
  deps: ConsoleDeps,
  inTurn: InTurn,
): Observable<Emitted> =>
  timer(REST_MS, deps.world.scheduler).pipe(
    switchMap(() => {
      const buffer = deps.logs.existing(topic)
      const log = logOfTopic(topic)
      if (!buffer || !log) return []
      buffer.find(query)
      if (buffer.found().error !== null) return []
      const server = searchAtServer(topic, log, query, deps)
      return whenExtentKnown(topic, buffer, messages, deps).pipe(
        switchMap(() => {
          const holes$ = merge(from(buffer.holes()), newGaps(topic, messages))
          return merge(
            holes$.pipe(map((holes) => () => server.search(holes))),
            searchContinued(topic, messages).pipe(map(() => server.resume)),
          )
        }),
      )
    }),
    concatMap((begin) => inTurn(begin())),
  )

/** Emits once the extent of the log is known, which may be empty; gaps are unknown before. */
const whenExtentKnown = (topic: string, buffer: LogBuffer, messages: Messages<Message>, { read }: ConsoleDeps) =>
  messages.of('api/logRangeFilled', 'socket/logAppended').pipe(
    startWith(null),
    filter(() => buffer.extent().head > 0 || selectLogView(topic)(read()).extent !== null),
    take(1),
  )

const searchContinued = (topic: string, messages: Messages<Message>) =>
  messages.of('ui/logSearchContinued').pipe(filter((message) => message.topic === topic))

/** Emits gaps that appear during the search; the buffer searches new lines by itself. */
const newGaps = (topic: string, messages: Messages<Message>): Observable<LogRange[]> =>
  messages.of('socket/logAppended').pipe(
    filter((appended) => appended.topic === topic),
    map(({ packets }) => packets.filter(({ kind }) => kind === 'gap')),
    filter((gaps) => gaps.length > 0),
    map((gaps) => gaps.map(({ first, sequence }) => ({ first, last: sequence }))),
  )
