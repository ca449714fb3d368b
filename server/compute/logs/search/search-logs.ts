import { setTimeout as delay } from 'node:timers/promises'
import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { SearchEvent, SearchJob, WorkerEvent } from './search-job.ts'
import type { SearchPool } from './search-pool.ts'

const PULSE_MS = 250
/** A browser that starts a new search abandons the previous one, which takes a moment to end. */
const PREVIOUS_SEARCH_WAIT_MS = 1000
/** The limit for an abandoned search to end on a busy machine. */
const ABORTED_SEARCH_WAIT_MS = 5000

/** Allows each user one search of any sort at a time, and rejects another. */
export interface LogSearches {
  search(job: SearchJob, userId: string, signal: AbortSignal): AsyncGenerator<SearchEvent>
  /** Returns the requested lines and the number of matches; throws when the search is incomplete. */
  find(
    job: Pick<SearchJob, 'organizationId' | 'address' | 'find' | 'order' | 'window'>,
    userId: string,
    signal: AbortSignal,
  ): Promise<{ lines: LogLine[]; found: number }>
  /** Runs another kind of search as the user's only one. */
  runExclusive<T>(userId: string, caller: AbortSignal, work: () => Promise<T>): Promise<T>
}

interface RunningSearch {
  caller: AbortSignal
  ended: AbortSignal
}

export function createLogSearches(pool: SearchPool): LogSearches {
  const running = new Map<string, RunningSearch>()

  /** Resolves with a function that ends the turn. */
  async function acquireTurn(userId: string, caller: AbortSignal): Promise<() => void> {
    const requestedMs = performance.now()
    for (let before = running.get(userId); before; before = running.get(userId)) {
      const waitMs =
        requestedMs + (before.caller.aborted ? ABORTED_SEARCH_WAIT_MS : PREVIOUS_SEARCH_WAIT_MS) - performance.now()
      if (waitMs <= 0)
        throw new ApiError('tooMany', {
          message: 'You already have a search running. Stop it or wait until it finishes.',
        })
      await delay(waitMs, undefined, { signal: AbortSignal.any([caller, before.ended]) }).catch(() => {})
      // The caller has disconnected and does not receive this error.
      if (caller.aborted) throw new ApiError('unavailable')
    }
    const ended = new AbortController()
    running.set(userId, { caller, ended: ended.signal })
    return () => {
      running.delete(userId)
      ended.abort()
    }
  }

  async function runExclusive<T>(userId: string, caller: AbortSignal, work: () => Promise<T>): Promise<T> {
    const release = await acquireTurn(userId, caller)
    try {
      return await work()
    } finally {
      release()
    }
  }

  return {
    async *search(job, userId, signal) {
      const release = await acquireTurn(userId, signal)
      const left = new AbortController()
      try {
        const events = accepted(pool.search(job, AbortSignal.any([signal, left.signal])))
        yield* withPulse(events, () => left.abort())
      } finally {
        release()
      }
    },

    find: (job, userId, signal) =>
      runExclusive(userId, signal, async () => {
        const lines: LogLine[] = []
        for await (const event of accepted(pool.search(job, signal))) {
          if (event.kind === 'matches') lines.push(...event.lines)
          if (event.kind !== 'ended') continue
          if (event.reason === 'timedOut') throw new ApiError('searchTooLong')
          if (event.reason === 'failed') break
          return { lines, found: event.found }
        }
        throw new ApiError('unavailable')
      }),
    runExclusive,
  }
}

/** Throws for a rejected pattern, which is always the first event. */
async function* accepted(events: AsyncIterable<WorkerEvent>): AsyncGenerator<SearchEvent> {
  for await (const event of events) {
    if (event.kind !== 'rejected') yield event
    else throw new ApiError('invalid', { fields: [{ field: 'find', message: event.message }] })
  }
}

/** Repeats the last progress at intervals without other events, to show that the search is still running. */
async function* withPulse(events: AsyncGenerator<SearchEvent>, stop: () => void): AsyncGenerator<SearchEvent> {
  let pulse: SearchEvent = { kind: 'progress', scanned: 0, total: 0, found: 0 }
  let isFirst = true
  try {
    for (let next = events.next(); ; ) {
      const timer = new AbortController()
      // No progress before the first event, which may be a rejection.
      const event = isFirst
        ? await next
        : await Promise.race([next, delay(PULSE_MS, undefined, { signal: timer.signal }).catch(() => undefined)])
      timer.abort()
      if (event?.done) return
      isFirst = false
      yield event?.value ?? pulse
      if (!event) continue
      if (event.value.kind === 'progress') pulse = event.value
      next = events.next()
    }
  } finally {
    stop()
    await events.return(undefined)
  }
}
