import { isAscii } from 'node:buffer'
import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { linesOf } from '../../../../src/rules/log-batch.ts'
import { openChunk } from '../chunks/chunk-codec.ts'
import type { Pattern } from './compile-pattern.ts'
import { matchingLines } from './matching-lines.ts'
import type { FoundChunk } from './read-for-search.ts'
import type { Progress, SearchEvent, SearchJob } from './search-job.ts'
import { withoutColours } from './without-colours.ts'

const PROGRESS_MS = 200
const MATCHES_INTERVAL_MS = 40
const MATCHES_AT_ONCE = 200
/** The most characters of matches, to limit the memory of the reader. */
const MAX_MATCHED_CHARACTERS = 16 * 1_048_576

export interface Search {
  job: SearchJob
  pattern: Pattern
  /** The number of lines to search. */
  total: number
  limitMs: number
  emit(event: SearchEvent): void
  isStopped(): boolean
}

/** Searches chunks, which arrive in the order of the search, and emits matches and progress. */
export async function searchChunks(chunks: AsyncIterable<FoundChunk>, search: Search): Promise<void> {
  const { job, pattern, total, limitMs, emit, isStopped } = search
  const startedMs = performance.now()
  const progress: Progress = { scanned: 0, total, found: 0 }
  const left = { from: job.first ?? 0, to: job.last ?? Number.MAX_SAFE_INTEGER }
  let waiting: LogLine[] = []
  let characters = 0
  let [lastMatchesMs, lastProgressMs] = [0, startedMs]

  const emitMatches = (nowMs: number) => {
    if (waiting.length === 0) return
    emit({ kind: 'matches', lines: waiting })
    waiting = []
    lastMatchesMs = nowMs
  }
  const end = (reason: 'all' | 'limit' | 'timedOut') => {
    emitMatches(0)
    emit({ kind: 'ended', reason, ...progress })
  }
  /** Returns true once no more matches are requested. */
  const take = (line: LogLine): boolean => {
    progress.found += 1
    const { skip, take: limit } = job.window
    if (progress.found > skip && progress.found <= skip + limit) {
      waiting.push(line)
      characters += line.log.length
    }
    return job.stopAtLimit === true && (progress.found >= skip + limit || characters > MAX_MATCHED_CHARACTERS)
  }

  for await (const chunk of chunks) {
    if (isStopped()) return
    const range = { from: Math.max(chunk.first, left.from), to: Math.min(chunk.last, left.to) }
    for (const line of matchesOf(chunk, range, job, pattern)) if (take(line)) return end('limit')
    if (range.to >= range.from) progress.scanned += range.to - range.from + 1
    if (job.order === 'newestFirst') left.to = Math.min(left.to, chunk.first - 1)
    else left.from = Math.max(left.from, chunk.last + 1)

    const nowMs = performance.now()
    if (nowMs - startedMs > limitMs) return end('timedOut')
    if (waiting.length >= MATCHES_AT_ONCE || nowMs - lastMatchesMs > MATCHES_INTERVAL_MS) emitMatches(nowMs)
    if (nowMs - lastProgressMs > PROGRESS_MS) {
      lastProgressMs = nowMs
      // A client that resumes an interrupted search expects the matches of all scanned lines.
      emitMatches(nowMs)
      emit({ kind: 'progress', ...progress })
    }
  }
  end('all')
}

function matchesOf(
  chunk: FoundChunk,
  range: { from: number; to: number },
  job: SearchJob,
  pattern: Pattern,
): LogLine[] {
  const { text, readNumbers } = openChunk(chunk.lines)
  // ASCII text decodes fastest as Latin-1, which has one byte for each character.
  const block = text.toString(isAscii(text) ? 'latin1' : 'utf8')
  const seen = withoutColours(block)
  const found = matchingLines(seen, pattern)
  if (found.length === 0) return []
  const written = seen === block ? undefined : block.split('\n')
  const { atMs, streams } = readNumbers()
  const { sinceMs = Number.NEGATIVE_INFINITY, untilMs = Number.POSITIVE_INFINITY, stream } = job
  const lines: LogLine[] = []
  for (const { number, start, end } of found) {
    const sequence = chunk.first + number
    const time = atMs[number] ?? 0
    if (sequence < range.from || sequence > range.to || time < sinceMs || time > untilMs) continue
    const letter = streams[number] ?? ''
    const single = { kind: 'lines' as const, first: sequence, sequence, atMs: [time], streams: letter }
    lines.push(
      ...linesOf({ ...single, text: written?.[number] ?? block.slice(start, end) }).filter(
        (line) => !stream || line.stream === stream,
      ),
    )
  }
  return job.order === 'newestFirst' ? lines.reverse() : lines
}
