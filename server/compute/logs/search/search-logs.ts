import { setTimeout as delay } from 'node:timers/promises'
import type { LogLine } from '../../../../src/contract/wire/log.ts'
import { Refused } from '../../../http/refused.ts'
import type { SearchJob, SearchSaid, WorkerSaid } from './search-job.ts'
import type { SearchPool } from './search-pool.ts'

const PULSE_MS = 250
/** A browser that searches anew leaves the search before, which takes a moment to end. */
const PREVIOUS_ENDS_MS = 1000
/** How long that moment may be on a busy machine. */
const LEFT_ENDS_MS = 5000

/** `who` may search once at a time, in whichever way; a further search is refused. */
export interface LogSearches {
  search(job: SearchJob, who: string, signal: AbortSignal): AsyncGenerator<SearchSaid>
  /** Reads all that a search says; answers the wanted lines and how many matched, and never a part as if it were all. */
  find(
    job: Pick<SearchJob, 'organizationId' | 'address' | 'find' | 'order' | 'window'>,
    who: string,
    signal: AbortSignal,
  ): Promise<{ lines: LogLine[]; found: number }>
  /** For what searches in a way of its own. */
  inPlace<T>(who: string, caller: AbortSignal, work: () => Promise<T>): Promise<T>
}

interface Place {
  caller: AbortSignal
  ended: AbortSignal
}

export function createLogSearches(pool: SearchPool): LogSearches {
  const running = new Map<string, Place>()

  /** Answers how to leave the place. */
  async function takePlace(who: string, caller: AbortSignal): Promise<() => void> {
    const askedMs = performance.now()
    for (let before = running.get(who); before; before = running.get(who)) {
      const waitMs = askedMs + (before.caller.aborted ? LEFT_ENDS_MS : PREVIOUS_ENDS_MS) - performance.now()
      if (waitMs <= 0)
        throw new Refused('tooMany', {
          words: 'Another search of yours is running. Stop it, or wait until it has ended.',
        })
      await delay(waitMs, undefined, { signal: AbortSignal.any([caller, before.ended]) }).catch(() => {})
      // Nobody hears this.
      if (caller.aborted) throw new Refused('unavailable')
    }
    const ended = new AbortController()
    running.set(who, { caller, ended: ended.signal })
    return () => {
      running.delete(who)
      ended.abort()
    }
  }

  async function inPlace<T>(who: string, caller: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = await takePlace(who, caller)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return {
    async *search(job, who, signal) {
      const leave = await takePlace(who, signal)
      const left = new AbortController()
      try {
        const saying = accepted(pool.search(job, AbortSignal.any([signal, left.signal])))
        yield* withPulse(saying, () => left.abort())
      } finally {
        leave()
      }
    },

    find: (job, who, signal) =>
      inPlace(who, signal, async () => {
        const lines: LogLine[] = []
        for await (const said of accepted(pool.search(job, signal))) {
          if (said.kind === 'matches') lines.push(...said.lines)
          if (said.kind !== 'ended') continue
          if (said.reason === 'timedOut') throw new Refused('searchTooLong')
          if (said.reason === 'failed') break
          return { lines, found: said.found }
        }
        throw new Refused('unavailable')
      }),
    inPlace,
  }
}

/** A refusal comes before anything else is said. */
async function* accepted(saying: AsyncIterable<WorkerSaid>): AsyncGenerator<SearchSaid> {
  for await (const said of saying) {
    if (said.kind !== 'refused') yield said
    else throw new Refused('invalid', { fields: [{ field: 'find', message: said.words }] })
  }
}

/** Says the last progress again whenever nothing else was said for a while: whoever waits sees that it goes on. */
async function* withPulse(saying: AsyncGenerator<SearchSaid>, stop: () => void): AsyncGenerator<SearchSaid> {
  let pulse: SearchSaid = { kind: 'progress', scanned: 0, total: 0, found: 0 }
  let isFirst = true
  try {
    for (let next = saying.next(); ; ) {
      const timer = new AbortController()
      // The first is waited for, because a refusal must come before all else.
      const said = isFirst
        ? await next
        : await Promise.race([next, delay(PULSE_MS, undefined, { signal: timer.signal }).catch(() => undefined)])
      timer.abort()
      if (said?.done) return
      isFirst = false
      yield said?.value ?? pulse
      if (!said) continue
      if (said.value.kind === 'progress') pulse = said.value
      next = saying.next()
    }
  } finally {
    stop()
    await saying.return(undefined)
  }
}
