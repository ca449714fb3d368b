import { pino } from 'pino'
import { encodeChunk } from '../server/compute/logs/chunks/chunk-codec.ts'
import { spanOf } from '../server/compute/logs/chunks/span-of.ts'
import type { SearchJob } from '../server/compute/logs/search/search-job.ts'
import { createLogSearches } from '../server/compute/logs/search/search-logs.ts'
import { createSearchPool } from '../server/compute/logs/search/search-pool.ts'
import type { LogType } from '../src/contract/wire/log.ts'
import { batchOf, type WrittenLine } from '../src/rules/log-batch.ts'
import { accessLog } from './support/access-log.ts'
import { printFigure } from './support/figures.ts'
import { startLogStore } from './support/log-store.ts'

/** A search over all stored lines of one log, by the real worker over the real database. */
const LINES = 10_000_000
/** Number of lines that merging puts into one chunk. */
const LINES_PER_CHUNK = 2048
const CHUNKS_PER_INSERT = 16
const LINES_PER_SECOND = 2_000_000
const FIRST_MATCH_MS = 500
const RARE = 'order 7f3a was lost'
/** Lines that are parsed before they are searched; there are fewer of them, with a lower bar. */
const JSON_LINES = 1_000_000
const JSON_LINES_PER_SECOND = { text: 1_000_000, regex: 250_000 }

const { store, address, stop } = await startLogStore()
const searches = (() => {
  const pool = createSearchPool({ url: store.url, log: pino({ level: 'error' }) })
  return { ...createLogSearches(pool), stop: pool.stop }
})()

const jsonAddress = { ...address, logType: 'logs' as const }
const jsonLog = (): (() => WrittenLine) => {
  const next = accessLog(2)
  let made = 0
  return () => {
    const { text, ...line } = next()
    made += 1
    const status = made % 500 === 0 ? 500 : 200
    return {
      ...line,
      text: JSON.stringify({ level: status === 500 ? 50 : 30, pid: 1, status, ms: made % 997, msg: text }),
    }
  }
}

/** Repeats the lines of a hundred sample chunks: the content is varied, and generating it is fast. */
const write = async (logType: LogType, count: number, next: () => WrittenLine) => {
  const samples = Array.from({ length: 100 }, () => Array.from({ length: LINES_PER_CHUNK }, next))
  let pending: unknown[] = []
  const insert = async () => {
    const rows = Array.from({ length: pending.length / 6 }, (_, row) => {
      const at = (column: number) => `$${row * 6 + column}`
      return `('${address.deploymentId}', '${logType}', ${at(1)}, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)}, ${at(6)})`
    })
    await store.pool.query(
      `insert into log_chunk (deployment_id, log_type, first_sequence, last_sequence, first_at, last_at, raw_bytes, lines)
       values ${rows.join(', ')}`,
      pending,
    )
    pending = []
  }
  for (let first = 1, number = 0; first <= count; first += LINES_PER_CHUNK, number += 1) {
    const lines = samples[number % samples.length]?.slice(0, count - first + 1) ?? []
    const isOldest = first === 1
    const batch = batchOf(isOldest ? lines.with(10, { atMs: 0, stream: 'stderr', text: RARE }) : lines, first)
    const { firstAt, lastAt, rawBytes } = spanOf(batch)
    pending.push(first, batch.sequence, firstAt, lastAt, rawBytes, encodeChunk(batch))
    if (pending.length === 6 * CHUNKS_PER_INSERT) await insert()
  }
  if (pending.length > 0) await insert()
}

/** Like the console's searches: JSON lines also match in their readable form. */
const job = (find: Partial<SearchJob['find']>): SearchJob => ({
  organizationId: 'bench',
  address,
  find: { query: RARE, as: 'text', matchCase: false, readable: true, ...find },
  order: 'newestFirst',
  window: { skip: 0, take: 1000 },
  stopAtLimit: true,
})

const timed = async (searchJob: SearchJob) => {
  const startedMs = performance.now()
  const used = process.cpuUsage()
  let firstMs = Number.NaN
  for await (const event of searches.search(searchJob, 'bench', new AbortController().signal)) {
    if (event.kind === 'matches' && Number.isNaN(firstMs)) firstMs = performance.now() - startedMs
    if (event.kind !== 'ended') continue
    const { user, system } = process.cpuUsage(used)
    return { ...event, firstMs, seconds: (performance.now() - startedMs) / 1000, ofOneCore: (user + system) / 1e6 }
  }
  throw new Error('The search did not end.')
}

try {
  const writeMs = performance.now()
  await write('instanceLogs', LINES, accessLog(1))
  console.log(
    `\nSearch: ${LINES.toLocaleString('en-GB')} stored lines, written in ${((performance.now() - writeMs) / 1000).toFixed(0)} s`,
  )
  const cold = await timed(job({ query: 'GET /health' }))
  printFigure(
    'first match, with no thread ready',
    cold.firstMs,
    'ms',
    FIRST_MATCH_MS,
    `${cold.found} lines, newest first`,
  )

  const kinds: { what: string; find: Partial<SearchJob['find']>; found: number }[] = [
    { what: 'words in any case, in the oldest lines', find: {}, found: 1 },
    { what: 'words as they are written', find: { matchCase: true }, found: 1 },
    { what: 'a pattern', find: { query: 'order [0-9a-f]{4} was (lost|found)', as: 'regex' }, found: 1 },
    {
      what: 'a pattern that is tried line by line',
      find: { query: '^order\\s[^ ]+ was lost$', as: 'regex' },
      found: 1,
    },
  ]
  for (const { what, find, found } of kinds) {
    const ended = await timed(job(find))
    if (ended.found !== found || ended.scanned !== LINES) throw new Error(`${what}: ${JSON.stringify(ended)}`)
    const rate = Math.round(LINES / ended.ofOneCore).toLocaleString('en-GB')
    const details = `${rate} lines/s of one core, all of them in ${ended.seconds.toFixed(1)} s`
    printFigure(what, ended.ofOneCore, 's of one core', LINES / LINES_PER_SECOND, details)
  }

  await write('logs', JSON_LINES, jsonLog())
  console.log(`\nSearch: ${JSON_LINES.toLocaleString('en-GB')} stored JSON lines, in their readable form`)
  for (const as of ['text', 'regex'] as const) {
    const ended = await timed({ ...job({ query: 'status=503', as }), address: jsonAddress })
    const rate = Math.round(JSON_LINES / ended.ofOneCore).toLocaleString('en-GB')
    const what = as === 'text' ? 'a text that only the readable form contains' : 'a pattern'
    const most = JSON_LINES / JSON_LINES_PER_SECOND[as]
    printFigure(what, ended.ofOneCore, 's of one core', most, `${rate} lines/s, ${ended.found} found`)
  }
} finally {
  await searches.stop()
  await stop()
}
