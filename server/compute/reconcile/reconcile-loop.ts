import * as v from 'valibot'
import { instanceId } from '../../../src/contract/wire/common.ts'
import type { Store } from '../../store/connection.ts'
import { DESIRED_STATE_CHANNEL } from '../instances/instance-channel.ts'
import { releaseAllLeases } from './lease.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { Reconciler } from './reconciler.ts'
import { findUnreconciled, resync } from './resync.ts'
import { watchEngine } from './watch-engine.ts'

export interface ReconcileLoopOptions {
  options: ReconcileOptions
  reconciler: Reconciler
  store: Pick<Store, 'listen'>
  /** See `ComputeOptions.isAlone`. */
  isAlone: boolean
}

export interface ReconcileLoop {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Maximum delay after a missed NOTIFY. */
const UNRECONCILED_POLL_MS = 10_000
const RESYNC_MS = 60_000

/** Triggers the reconciler: on a changed desired state, on the engine's events, and from time to time for what both missed. */
export function createReconcileLoop({ options, reconciler, store, isAlone }: ReconcileLoopOptions): ReconcileLoop {
  const { db, log } = options
  const stopping = new AbortController()
  const timers: NodeJS.Timeout[] = []
  let watching: Promise<void> | undefined
  let stopListening = () => {}

  /** A failed step is logged and repeated by the next turn of its timer. */
  const attempt = async (what: string, step: () => Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, `${what} failed; trying again later`)
    }
  }

  const releaseStaleLeases = () => attempt('taking over the leases of the last process', () => releaseAllLeases(db))
  const resyncAll = () => attempt('comparing workloads with instances', () => resync(options, reconciler, undefined))
  const requeueUnreconciled = () =>
    attempt('looking for unreconciled instances', async () => {
      for (const id of await findUnreconciled(db)) reconciler.nudge(id)
    })

  function onDesiredStateChanged(payload: string | null): void {
    // Some notifications may have been missed.
    if (payload === null) return void requeueUnreconciled()
    const id = v.safeParse(instanceId, payload)
    if (id.success) reconciler.nudge(id.output, { desiredStateChanged: true })
  }

  return {
    async start() {
      if (isAlone) await releaseStaleLeases()
      stopListening = store.listen(DESIRED_STATE_CHANNEL, onDesiredStateChanged)
      watching = watchEngine(options, reconciler, stopping.signal)
      await requeueUnreconciled()
      timers.push(
        setInterval(() => void requeueUnreconciled(), UNRECONCILED_POLL_MS),
        setInterval(() => void resyncAll(), RESYNC_MS),
      )
    },

    async stop() {
      stopping.abort()
      stopListening()
      for (const timer of timers) clearInterval(timer)
      await reconciler.stop()
      await watching
    },
  }
}
