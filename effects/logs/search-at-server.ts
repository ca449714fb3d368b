import { concatMap, EMPTY, endWith, type Observable, of, takeWhile } from 'rxjs'
import type { ResponseOf } from '../../src/contract/contract.ts'
import type { LogLine } from '../../src/contract/wire/log.ts'
import { foundBatches } from '../../src/logs/found-batches.ts'
import type { LogBuffer } from '../../src/logs/log-buffer.ts'
import type { LogSearchStop } from '../../src/logs/log-message.ts'
import type { LogAddress } from '../../src/logs/log-of-topic.ts'
import { MAX_MATCHES, rangesToSearch, searchRequest } from '../../src/logs/search-request.ts'
import type { LogQuery, LogRange } from '../../src/logs/store/log-store-message.ts'
import { catchFailed } from '../api/api.ts'
import type { Deps, Emitted } from '../deps.ts'

/** Ranges to search one after the other, until enough lines are found. */
interface Round {
  ranges: readonly LogRange[]
  total: number
  scanned: number
  found: number
}

export interface SearchAtServer {
  /** Searches lines that the browser has not loaded. */
  search(holes: readonly LogRange[]): Observable<Emitted>
  /** Searches the ranges that earlier searches left. */
  resume(): Observable<Emitted>
}

const linesIn = ({ first, last }: LogRange): number => last - first + 1

/** A response that stops without an `ended` piece counts as failed. */
const cutOff: ResponseOf<'searchLogs'> = { kind: 'ended', reason: 'failed', scanned: 0, total: 0, found: 0 }

/** Shows lines as soon as they are found, anywhere in the log. */
const addFoundLines = (buffer: LogBuffer | undefined, lines: readonly LogLine[]): void => {
  if (!buffer) return
  buffer.fill(foundBatches(lines), buffer.extent())
  buffer.addFound(lines.map(({ sequence }) => sequence))
}

/** Searches one query at the server. Remembers the ranges it did not reach, so that the user can continue. */
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
  const over = (): Emitted => {
    const [newest] = left
    return newest
      ? { type: 'api/logSearchStopped', topic, reason, upTo: newest.last }
      : { type: 'api/logSearchEnded', topic }
  }
  const stop = (ranges: readonly LogRange[], why: LogSearchStop): Emitted => {
    addRemaining(ranges, why)
    return over()
  }

  const run = (round: Round): Observable<Emitted> => {
    const [range, ...later] = round.ranges
    if (!range) return of(over())
    if (round.found >= MAX_MATCHES) return of(stop(round.ranges, 'limit'))
    let { found } = round
    /** The server searches from the newest line to the oldest: everything from here on is done. */
    let searchedFrom = range.last + 1
    const rest = () => [{ ...range, last: searchedFrom - 1 }, ...later]
    return api.pieces('searchLogs', searchRequest(log, query, range, MAX_MATCHES - found)).pipe(
      endWith(cutOff),
      takeWhile(({ kind }) => kind !== 'ended', true),
      concatMap((piece): Observable<Emitted> => {
        if (piece.kind === 'matches') {
          addFoundLines(logs.existing(topic), piece.lines)
          found += piece.lines.length
          searchedFrom = Math.min(searchedFrom, ...piece.lines.map(({ sequence }) => sequence))
          return EMPTY
        }
        searchedFrom = Math.min(searchedFrom, range.last - piece.scanned + 1)
        if (piece.kind === 'progress') {
          const progress = { scanned: round.scanned + piece.scanned, total: round.total }
          return of({ type: 'api/logSearchProgressed', topic, progress })
        }
        if (piece.reason !== 'all') return of(stop(rest(), piece.reason))
        return run({ ...round, ranges: later, scanned: round.scanned + linesIn(range), found })
      }),
      catchFailed((failure): Emitted => {
        addRemaining(rest(), 'failed')
        return { type: 'api/logSearchFailed', topic, failure }
      }),
    )
  }

  const begin = (ranges: readonly LogRange[]): Observable<Emitted> =>
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
