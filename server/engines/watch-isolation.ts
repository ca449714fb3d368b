import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import type { Engine } from './engine.ts'
import { labelOf } from './engines.ts'
import type { MeasuredIsolation } from './interface/description.ts'

export interface IsolationWatch {
  /** Aborts a running measurement and waits until its containers are removed. */
  stop(): Promise<void>
}

interface WatchOptions {
  engine: Pick<Engine, 'measureIsolation' | 'events'>
  /** As in `NamedEngine`. */
  name?: string
  /** The port on which the control plane listens. */
  port: number
  log: Pick<Log, 'info' | 'warn'>
}

/** Its containers would delay those of workloads that the start of the control plane brings up. */
const AFTER_START_MS = 15_000
const AGAIN_MS = 6 * 60 * 60_000
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 10 * 60_000

/**
 * Measures isolation in the background: soon after the start, whenever the engine is reachable again, and every six hours,
 * because packet filter rules can change without an event.
 */
export function watchIsolation(options: WatchOptions): IsolationWatch {
  const stopping = new AbortController()
  const running = watch(options, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function watch({ engine, name = '', port, log }: WatchOptions, signal: AbortSignal): Promise<void> {
  let retryMs = FIRST_RETRY_MS
  await delay(AFTER_START_MS, undefined, { signal }).catch(() => {})
  while (!signal.aborted) {
    try {
      const measured = await engine.measureIsolation?.({ port }, signal)
      if (!measured) return
      report({ ...labelOf({ name }), ...measured }, log)
      retryMs = FIRST_RETRY_MS
      await untilStale(engine, signal)
    } catch (error) {
      if (signal.aborted) return
      log.warn({ err: error, ...labelOf({ name }) }, 'could not measure the isolation of workloads; retrying')
      await delay(retryMs, undefined, { signal }).catch(() => {})
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
    }
  }
}

/** Resolves when the measurement is six hours old; rejects as soon as the engine is unreachable. */
async function untilStale(engine: Pick<Engine, 'events'>, signal: AbortSignal): Promise<void> {
  const over = AbortSignal.any([signal, AbortSignal.timeout(AGAIN_MS)])
  for await (const _ of engine.events(over)) {
    // Only the end of the stream matters.
  }
}

function report({ atMs: _, ...measured }: MeasuredIsolation, log: WatchOptions['log']): void {
  const isOpen = Object.values(measured).includes('reachable')
  if (isOpen) log.warn(measured, 'workloads can reach more than they should: run npm run protect as root')
  else log.info(measured, 'measured the isolation of workloads')
}
