import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { compilePattern, PatternRefusal } from './compile-pattern.ts'
import { countLines, readForSearch } from './read-for-search.ts'
import { searchChunks } from './search-chunks.ts'
import type { SearchJob, WorkerAsked, WorkerSaid } from './search-job.ts'

/** The thread that searches: with a connection of its own, so that the event loop of the API never waits for a search. */
const port = parentPort
if (!port) throw new Error('This module runs in a worker thread.')
const say = (said: WorkerSaid) => port.postMessage(said)

let connected: Promise<pg.Client> | undefined
let stopped = false

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    // Given by `search-pool.ts`.
    connectionString: (workerData as { url: string }).url,
    application_name: 'longshore-search',
    connectionTimeoutMillis: 4000,
    statement_timeout: 20_000,
  })
  const forget = () => {
    connected = undefined
  }
  client.on('error', forget)
  client.on('end', forget)
  await client.connect()
  return client
}

async function search(job: SearchJob, limitMs: number): Promise<void> {
  stopped = false
  try {
    const pattern = compilePattern(job.find)
    connected ??= connect()
    const client = await connected
    const total = await countLines(client, job)
    say({ kind: 'progress', scanned: 0, total, found: 0 })
    await searchChunks(readForSearch(client, job), { job, pattern, total, limitMs, say, isStopped: () => stopped })
    if (stopped) say({ kind: 'ended', reason: 'failed', scanned: 0, total, found: 0 })
  } catch (error) {
    if (error instanceof PatternRefusal) return say({ kind: 'refused', words: error.message })
    connected = undefined
    throw error
  }
}

port.on('message', (asked: WorkerAsked) => {
  if (asked.kind === 'stop') stopped = true
  // What is thrown ends this worker, and the search with it; the next one gets another.
  else void search(asked.job, asked.limitMs)
})
