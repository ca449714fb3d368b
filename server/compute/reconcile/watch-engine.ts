import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { instanceId } from '../../../src/contract/wire/common.ts'
import type { EngineEvent } from '../../engines/engine.ts'
import type { Outage } from './reconcile-event.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { Reconciler } from './reconciler.ts'
import { activeRows, resync } from './resync.ts'

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 30_000

/**
 * Nudges the instance of each engine event until `signal` is aborted. After each lost connection it resyncs, because
 * events may have been missed.
 */
export async function watchEngine(
  options: ReconcileOptions,
  reconciler: Reconciler,
  signal: AbortSignal,
): Promise<void> {
  let outage: Outage | undefined = 'controlPlane'
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const connection = new AbortController()
    try {
      // Listening begins before the resync, so that nothing falls between the two.
      const events = options.engine.events(AbortSignal.any([signal, connection.signal]))
      await resync(options, reconciler, outage)
      outage = undefined
      waitMs = FIRST_WAIT_MS
      for await (const event of events) onEvent(event, reconciler)
    } catch (error) {
      if (signal.aborted) return
      options.log.warn({ err: error }, 'the events of the engine cannot be received; trying again')
    }
    connection.abort()
    if (outage === undefined && !signal.aborted) {
      outage = 'engine'
      await reportOutage(options, reconciler)
    }
    await delay(waitMs, undefined, { signal }).catch(() => {})
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }
}

function onEvent(event: EngineEvent, reconciler: Reconciler): void {
  if (event.kind === 'started') return
  const id = v.safeParse(instanceId, event.labels.instance)
  if (!id.success) return
  const exit = event.exitCode === undefined ? undefined : { exitCode: event.exitCode, atMs: event.atMs }
  reconciler.nudge(id.output, { exit })
}

/** Nudges each active instance: its pass finds no engine and shows that as its progress. */
async function reportOutage(options: ReconcileOptions, reconciler: Reconciler): Promise<void> {
  try {
    for (const { id } of await activeRows(options.db)) reconciler.nudge(id, { outage: 'engine' })
  } catch (error) {
    options.log.warn({ err: error }, 'the outage of the engine could not be reported')
  }
}
