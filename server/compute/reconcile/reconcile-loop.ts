import * as v from 'valibot'
import { type InstanceId, instanceId } from '../../../src/contract/wire/common.ts'
import type { Store } from '../../store/connection.ts'
import { DESIRED_STATE_CHANNEL } from '../instances/instance-channel.ts'
import { watchEngine } from './engine-watch.ts'
import { findUnreconciled } from './find-unreconciled.ts'
import { releaseAllLeases } from './lease.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { ReconcileQueue } from './reconcile-queue.ts'
import type { Reconciler } from './reconciler.ts'
import { resync } from './resync.ts'

export interface ReconcileLoopOptions {
  options: ReconcileOptions
  reconciler: Reconciler
  jobs: ReconcileQueue
  store: Pick<Store, 'listen'>
  /** See `ComputeOptions.isAlone`. */
  isAlone: boolean
}

export interface ReconcileLoop {
  start(): Promise<void>
  stop(): Promise<void>
}

/** Jobs are the net below the sweep of the start, so they may wait until the start is over. */
const JOBS_AFTER_MS = 500
const UNRECONCILED_POLL_MS = 10_000
const RESYNC_MS = 60_000

/** Everything that wakes the reconciler but a press: the engine, other nodes, jobs, and the clock. */
export function createReconcileLoop({
  options,
  reconciler,
  jobs,
  store,
  isAlone,
}: ReconcileLoopOptions): ReconcileLoop {
  const { db, log, node } = options
  const stopping = new AbortController()
  const timers: NodeJS.Timeout[] = []
  let watching: Promise<void> | undefined
  let stopListening = () => {}

  /** A step that fails is told and tried again by the next turn of its timer. */
  const attempt = async (what: string, step: () => Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, `${what} failed; trying again later`)
    }
  }

  const releaseStaleLeases = () => attempt('taking over the leases of the last process', () => releaseAllLeases(db))
  const startJobWorker = () => attempt('opening the job queue', () => jobs.work(reconcileJob))
  /** A job is done when its instance needs nothing more for now, and not because everything stops. */
  async function reconcileJob({ instanceId }: { instanceId: InstanceId }): Promise<void> {
    await reconciler.settled(instanceId)
    stopping.signal.throwIfAborted()
  }

  const resyncAll = () => attempt('comparing workloads with instances', () => resync(options, reconciler, undefined))
  const requeueUnreconciled = () =>
    attempt('looking for unreconciled instances', async () => {
      for (const id of await findUnreconciled(db)) reconciler.nudge(id)
    })

  function onDesiredStateChanged(payload: string | null): void {
    const [from, id] = payload?.split('/') ?? []
    const parsedId = v.safeParse(instanceId, id)
    if (from !== node && parsedId.success) reconciler.nudge(parsedId.output, { desiredStateChanged: true })
  }

  return {
    async start() {
      if (isAlone) await releaseStaleLeases()
      stopListening = store.listen(DESIRED_STATE_CHANNEL, onDesiredStateChanged)
      watching = watchEngine(options, reconciler, stopping.signal)
      await requeueUnreconciled()
      timers.push(
        setTimeout(() => void startJobWorker(), JOBS_AFTER_MS),
        setInterval(() => void requeueUnreconciled().then(startJobWorker), UNRECONCILED_POLL_MS),
        setInterval(() => void resyncAll(), RESYNC_MS),
      )
    },

    async stop() {
      stopping.abort()
      stopListening()
      for (const timer of timers) clearInterval(timer)
      await jobs.rest()
      await reconciler.stop()
      await watching
    },
  }
}
