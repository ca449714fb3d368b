import { on } from 'node:events'
import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Log } from '../../../log.ts'
import { createFairTurns } from '../../fair-turns.ts'
import type { Progress, SearchJob, WorkerEvent, WorkerRequest } from './search-job.ts'

/** Each search uses one core, so more workers would starve everything else. Searches are rare. */
const WORKERS = 2
/** Leaves one thread for other organisations. */
const MAX_PER_ORGANIZATION = WORKERS - 1
const IDLE_MS = 30_000
const LIMIT_MS = 30_000
/** A worker that is still busy this long after its time limit is terminated. */
const GRACE_MS = 1000
const HEAP_MB = 256
/** The most finished searches with unread results. Beyond that the oldest is discarded, to limit memory. */
const MAX_UNREAD = 8

export interface SearchPool {
  /**
   * Yields the worker's events. Stops the search when the consumer stops. The wait for a worker counts as search time.
   */
  search(job: SearchJob, signal: AbortSignal): AsyncGenerator<WorkerEvent>
  stop(): Promise<void>
}

/** Runs searches in a few threads, shared fairly by organisation. Idle threads end after a while. */
export function createSearchPool(options: { url: string; log: Log; limitMs?: number }): SearchPool {
  const { url, log, limitMs = LIMIT_MS } = options
  const all = new Set<Worker>()
  const idle = new Map<Worker, NodeJS.Timeout>()
  /** The organisation that each busy thread searches for. */
  const busy = new Map<Worker, string>()
  const turns = createFairTurns(WORKERS, MAX_PER_ORGANIZATION)
  const unread = new Set<Readable>()
  let isStopped = false

  function open(): Worker {
    const worker = new Worker(new URL('./search-worker.ts', import.meta.url), {
      workerData: { url },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    worker.unref()
    worker.on('error', (error) => log.warn({ err: error }, 'a search failed'))
    worker.once('exit', () => {
      all.delete(worker)
      clearTimeout(idle.get(worker))
      idle.delete(worker)
      free(worker)
    })
    all.add(worker)
    return worker
  }

  async function take(organization: string, signal: AbortSignal): Promise<Worker | undefined> {
    if (!(await turns.take(organization, signal))) return undefined
    if (signal.aborted || isStopped) {
      turns.give(organization)
      return undefined
    }
    const [resting] = idle.keys()
    clearTimeout(resting && idle.get(resting))
    if (resting) idle.delete(resting)
    const worker = resting ?? open()
    busy.set(worker, organization)
    return worker
  }

  function free(worker: Worker): void {
    const organization = busy.get(worker)
    busy.delete(worker)
    if (organization !== undefined) turns.give(organization)
  }

  function release(worker: Worker): void {
    const timer = setTimeout(() => void worker.terminate(), IDLE_MS)
    timer.unref()
    idle.set(worker, timer)
    free(worker)
  }

  /** Stops an abandoned search between two chunks, or terminates its thread if it does not stop. */
  async function stopSearch(worker: Worker): Promise<void> {
    const request: WorkerRequest = { kind: 'stop' }
    worker.postMessage(request)
    try {
      for await (const event of eventsOf(worker, AbortSignal.timeout(GRACE_MS)))
        if (isLast(event)) return release(worker)
    } catch {
      await worker.terminate()
    }
  }

  /** Buffers all events of a search, so that a slow reader does not hold the thread. */
  async function run(worker: Worker, request: WorkerRequest, results: Readable, signal: AbortSignal): Promise<void> {
    try {
      worker.postMessage(request)
      for await (const event of eventsOf(worker, signal)) {
        results.push(event)
        if (isLast(event)) return release(worker)
      }
    } catch (error) {
      if (!signal.aborted) log.debug({ err: error }, 'a search ended because its thread ended')
    } finally {
      results.push(null)
      drainUnread(results)
    }
    if (all.has(worker)) await stopSearch(worker)
  }

  function drainUnread(results: Readable): void {
    if (results.destroyed) return
    unread.add(results)
    results.once('close', () => unread.delete(results))
    const [oldest] = unread
    if (unread.size > MAX_UNREAD) while (oldest?.read());
  }

  return {
    async *search(job, signal) {
      const untilMs = performance.now() + limitMs
      const limit = AbortSignal.timeout(limitMs + GRACE_MS)
      const left = new AbortController()
      const over = AbortSignal.any([signal, limit, left.signal])
      let progress: Progress = { scanned: 0, total: 0, found: 0 }
      const worker = await take(job.organizationId, over)
      if (!worker) {
        if (limit.aborted && !signal.aborted) yield { kind: 'ended', reason: 'timedOut', ...progress }
        return
      }
      const results = new Readable({ objectMode: true, read() {} })
      void run(worker, { kind: 'search', job, limitMs: Math.max(untilMs - performance.now(), 0) }, results, over)
      try {
        for await (const result of results) {
          // Only events are pushed.
          const event = result as WorkerEvent
          // Only progress that was read counts, so that a client that resumes from there misses nothing.
          if (event.kind === 'progress') progress = { scanned: event.scanned, total: event.total, found: event.found }
          yield event
          if (isLast(event)) return
        }
        if (!signal.aborted) yield { kind: 'ended', reason: limit.aborted ? 'timedOut' : 'failed', ...progress }
      } finally {
        left.abort()
      }
    },

    async stop() {
      isStopped = true
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

async function* eventsOf(worker: Worker, signal: AbortSignal): AsyncGenerator<WorkerEvent> {
  // The search worker sends only events.
  for await (const [event] of on(worker, 'message', { signal, close: ['exit'] })) yield event as WorkerEvent
}

const isLast = ({ kind }: WorkerEvent): boolean => kind === 'ended' || kind === 'rejected'
