import { catchError, concatMap, EMPTY, endWith, type Observable, of, takeWhile } from 'rxjs'
import type { ResponseOf } from '../../src/contract/contract.ts'
import type { LogLine } from '../../src/contract/wire/log.ts'
import { foundBatches } from '../../src/logs/found-batches.ts'
import type { LogBuffer } from '../../src/logs/log-buffer.ts'
import type { LogSearchStop } from '../../src/logs/log-message.ts'
import type { LogAddress } from '../../src/logs/log-of-topic.ts'
import { MOST_FOUND, rangesToSearch, searchRequest } from '../../src/logs/search-request.ts'
import type { LogQuery, LogRange } from '../../src/logs/store/log-store-message.ts'
import type { Message } from '../../src/message.ts'
import { Failed } from '../api/api.ts'
import type { Deps } from '../deps.ts'

/** Ranges that are searched one after the other, until enough was found in them. */
interface Round {
  ranges: readonly LogRange[]
  total: number
  scanned: number
  found: number
}

export interface SearchAtServer {
  /** Of what the browser does not hold. */
  search(holes: readonly LogRange[]): Observable<Message>
  /** Of what an earlier one left unsearched. */
  resume(): Observable<Message>
}

const linesIn = ({ first, last }: LogRange): number => last - first + 1

/** An answer that stops before it says that it ended has failed, whatever stood in its way. */
const cutOff: ResponseOf<'searchLogs'> = { kind: 'ended', reason: 'failed', scanned: 0, total: 0, found: 0 }

/** They are shown as soon as they are found, wherever in the log they stand. */
const addFoundLines = (buffer: LogBuffer | undefined, lines: readonly LogLine[]): void => {
  if (!buffer) return
  buffer.fill(foundBatches(lines), buffer.extent())
  buffer.addFound(lines.map(({ sequence }) => sequence))
}

/** The server's part of one query. What it did not come to is kept, so that the reader can have it searched on. */
export const searchAtServer = (
  topic: string,
  log: LogAddress,
  query: LogQuery,
  { api, logs }: Deps,
): SearchAtServer => {
  let left: readonly LogRange[] = []
  let reason: LogSearchStop = 'limit'

  const addRemaining = (ranges: readonly LogRange[], why: LogSearchStop): void => {
    left = [...left, ...ranges].filter((range) => linesIn(range) > 0).toSorted((a, b) => b.first - a.first)
    reason = why
  }
  const over = (): Message => {
    const [newest] = left
    return newest
      ? { type: 'api/logSearchStopped', topic, reason, upTo: newest.last }
      : { type: 'api/logSearchEnded', topic }
  }
  const stop = (ranges: readonly LogRange[], why: LogSearchStop): Message => {
    addRemaining(ranges, why)
    return over()
  }

  const run = (round: Round): Observable<Message> => {
    const [range, ...later] = round.ranges
    if (!range) return of(over())
    if (round.found >= MOST_FOUND) return of(stop(round.ranges, 'limit'))
    let { found } = round
    /** All from here on is searched, since the server goes from the newest line to the oldest. */
    let searchedFrom = range.last + 1
    const rest = () => [{ ...range, last: searchedFrom - 1 }, ...later]
    return api.pieces('searchLogs', searchRequest(log, query, range, MOST_FOUND - found)).pipe(
      endWith(cutOff),
      takeWhile(({ kind }) => kind !== 'ended', true),
      concatMap((piece): Observable<Message> => {
        if (piece.kind === 'matches') {
          addFoundLines(logs.existing(topic), piece.lines)
          found += piece.lines.length
          searchedFrom = Math.min(searchedFrom, ...piece.lines.map(({ sequence }) => sequence))
          return EMPTY
        }
        searchedFrom = Math.min(searchedFrom, range.last - piece.scanned + 1)
        if (piece.kind === 'progress') {
          const progress = { scanned: round.scanned + piece.scanned, total: round.total }
          return of({ type: 'api/logSearchMoved', topic, progress })
        }
        if (piece.reason !== 'all') return of(stop(rest(), piece.reason))
        return run({ ...round, ranges: later, scanned: round.scanned + linesIn(range), found })
      }),
      catchError((error: unknown) => {
        if (!(error instanceof Failed)) throw error
        addRemaining(rest(), 'failed')
        return of<Message>({ type: 'api/logSearchFailed', topic, failure: error.failure })
      }),
    )
  }

  const begin = (ranges: readonly LogRange[]): Observable<Message> =>
    run({ ranges, total: ranges.reduce((sum, range) => sum + linesIn(range), 0), scanned: 0, found: 0 })

  return {
    search: (holes) => begin(rangesToSearch(holes)),
    resume: () => {
      const ranges = left
      left = []
      return begin(ranges)
    },
  }
}
