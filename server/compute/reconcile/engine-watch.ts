import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { instanceId } from '../../../src/contract/wire/common.ts'
import type { EngineEvent } from '../../engines/engine.ts'
import { activeRows } from './active-rows.ts'
import type { WhyAway } from './ensure-running.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { Reconciler } from './reconciler.ts'
import { resync } from './resync.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/**
 * Hears what happens to workloads, for as long as `signal` lets it. After each lost connection everything is looked at
 * again, because nobody knows what was missed.
 */
export async function watchEngine(
  options: ReconcileOptions,
  reconciler: Reconciler,
  signal: AbortSignal,
): Promise<void> {
  let away: WhyAway = 'ourselves'
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const connection = new AbortController()
    try {
      // Listening begins before the look, so nothing falls between the two.
      const events = options.engine.events(AbortSignal.any([signal, connection.signal]))
      await resync(options, reconciler, away)
      away = undefined
      waitMs = FIRST_WAIT_MS
      for await (const event of events) onEvent(event, reconciler)
    } catch (error) {
      if (signal.aborted) return
      options.log.warn({ err: error }, 'the engine cannot be heard; trying again')
    }
    connection.abort()
    if (away === undefined && !signal.aborted) {
      away = 'engine'
      await triggerOutage(options, reconciler)
    }
    await delay(waitMs, undefined, { signal }).catch(() => {})
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

function onEvent(event: EngineEvent, reconciler: Reconciler): void {
  if (event.kind === 'started') return
  const id = v.safeParse(instanceId, event.labels.instance)
  if (!id.success) return
  const ended = event.exitCode === undefined ? undefined : { exitCode: event.exitCode, atMs: event.atMs }
  reconciler.nudge(id.output, { ended })
}

/** Each running instance is asked for, finds no engine, and says so. */
async function triggerOutage(options: ReconcileOptions, reconciler: Reconciler): Promise<void> {
  try {
    for (const { id } of await activeRows(options.db)) reconciler.nudge(id, { away: 'engine' })
  } catch (error) {
    options.log.warn({ err: error }, 'the outage of the engine could not be told')
  }
}
