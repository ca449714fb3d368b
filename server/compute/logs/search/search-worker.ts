import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'
import { compilePattern, PatternError } from './compile-pattern.ts'
import { countLines, readForSearch } from './read-for-search.ts'
import { searchChunks } from './search-chunks.ts'
import type { SearchJob, WorkerEvent, WorkerRequest } from './search-job.ts'

/** Searches in its own thread with its own connection, so that a search never blocks the API's event loop. */
const port = parentPort
if (!port) throw new Error('This module runs in a worker thread.')
const emit = (event: WorkerEvent) => port.postMessage(event)

let connected: Promise<pg.Client> | undefined
let stopped = false

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({
    // Set by `search-pool.ts`.
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
    emit({ kind: 'progress', scanned: 0, total, found: 0 })
    await searchChunks(readForSearch(client, job), { job, pattern, total, limitMs, emit, isStopped: () => stopped })
    if (stopped) emit({ kind: 'ended', reason: 'failed', scanned: 0, total, found: 0 })
  } catch (error) {
    if (error instanceof PatternError) return emit({ kind: 'rejected', message: error.message })
    connected = undefined
    throw error
  }
}

port.on('message', (request: WorkerRequest) => {
  if (request.kind === 'stop') stopped = true
  // An error ends this worker and its search; the next search gets a new worker.
  else void search(request.job, request.limitMs)
})
