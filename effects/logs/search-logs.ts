import {
  catchError,
  concatMap,
  endWith,
  filter,
  from,
  groupBy,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  switchMap,
  takeWhile,
  timer,
} from 'rxjs'
import type { AnswerOf, InputOf } from '../../src/contract/contract.ts'
import type { LogLine } from '../../src/contract/wire/log.ts'
import type { Messages } from '../../src/core/messages.ts'
import { foundBatches } from '../../src/logs/found-batches.ts'
import type { LogBook, LogQuery, LogRange } from '../../src/logs/log-book.ts'
import { logOfTopic } from '../../src/logs/log-of-topic.ts'
import { searchRequest } from '../../src/logs/search-request.ts'
import type { Message } from '../../src/message.ts'
import { Failed } from '../api/api.ts'
import type { Deps, Effect } from '../deps.ts'

/** A query is typed letter by letter: it runs when the typing rests. */
const REST_MS = 150

/** What the browser holds is searched where it is, the rest by the server; a new query ends both. */
export const searchLogs: Effect = (messages, deps) =>
  messages.of('ui/logSearchAsked', 'ui/logSearchEnded').pipe(
    groupBy(({ topic }) => topic),
    mergeMap((said$) =>
      said$.pipe(
        switchMap((said) => {
          if (said.type === 'ui/logSearchAsked') return search(said.topic, said.query, messages, deps)
          deps.logs.known(said.topic)?.find(null)
          return []
        }),
      ),
    ),
  )

const search = (topic: string, query: LogQuery, messages: Messages<Message>, deps: Deps): Observable<Message> =>
  timer(REST_MS, deps.world.scheduler).pipe(
    switchMap(() => {
      const book = deps.logs.known(topic)
      if (!book) return []
      book.find(query)
      return book.found().fault === null ? merge(from(book.holes()), newGaps(topic, messages)) : []
    }),
    concatMap((holes) => {
      const log = logOfTopic(topic)
      if (log && holes.length > 0) return searchAtServer(topic, searchRequest(log, query, holes), deps)
      return of<Message>({ type: 'api/logSearchEnded', topic, reason: 'all' })
    }),
  )

/** Lines that are passed over while the search is on; those that come, the book searches by itself. */
const newGaps = (topic: string, messages: Messages<Message>): Observable<LogRange[]> =>
  messages.of('socket/logGrew').pipe(
    filter((grown) => grown.topic === topic),
    map(({ packets }) => packets.filter(({ kind }) => kind === 'gap')),
    filter((gaps) => gaps.length > 0),
    map((gaps) => gaps.map(({ first, sequence }) => ({ first, last: sequence }))),
  )

/** They are shown as soon as they are found, wherever in the log they stand. */
const keepFound = (book: LogBook | undefined, lines: readonly LogLine[]): void => {
  if (!book) return
  book.fill(foundBatches(lines), book.extent())
  book.addFound(lines.map(({ sequence }) => sequence))
}

/** An answer that stops before it says that it ended has failed, whatever stood in its way. */
const cutOff: AnswerOf<'searchLogs'> = { kind: 'ended', reason: 'failed', scanned: 0, total: 0, found: 0 }

const searchAtServer = (topic: string, input: InputOf<'searchLogs'>, { api, logs }: Deps): Observable<Message> =>
  api.pieces('searchLogs', input).pipe(
    endWith(cutOff),
    takeWhile(({ kind }) => kind !== 'ended', true),
    mergeMap((piece): Message[] => {
      switch (piece.kind) {
        case 'matches':
          keepFound(logs.known(topic), piece.lines)
          return []
        case 'progress':
          return [{ type: 'api/logSearchMoved', topic, progress: piece }]
        case 'ended':
          return [{ type: 'api/logSearchEnded', topic, reason: piece.reason }]
      }
    }),
    catchError((error: unknown) => {
      if (!(error instanceof Failed)) throw error
      return of<Message>({ type: 'api/logSearchFailed', topic, failure: error.failure })
    }),
  )
