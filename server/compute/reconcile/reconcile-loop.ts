import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { instanceId, replicaId } from '../../../src/contract/wire/common.ts'
import type { EngineEvent } from '../../engines/engine.ts'
import { forEachEngine, labelOf, type NamedEngine } from '../../engines/engines.ts'
import type { Store } from '../../store/connection.ts'
import { DESIRED_STATE_CHANNEL } from '../instances/publish-instance.ts'
import { releaseAllLeases } from './lease/lease-rows.ts'
import type { ReconcileSettings } from './reconcile-options.ts'
import type { Reconciler } from './reconciler.ts'
import type { Outage } from './replica/transition/replica-event.ts'
import { activeReplicas, findUnreconciled, resync, strandedReplicas } from './resync.ts'
import { REPLICA_CHANNEL } from './roll-out/notify-replicas.ts'

export interface ReconcileLoopOptions {
  options: ReconcileSettings
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
const FIRST_WAIT_MS = 1000
const MAX_WAIT_MS = 30_000

/**
 * Triggers the reconciler on changes of the desired state and on the engine's events, and at intervals for missed ones.
 */
export function createReconcileLoop({ options, reconciler, store, isAlone }: ReconcileLoopOptions): ReconcileLoop {
  const { db, log } = options
  const stopping = new AbortController()
  const timers: NodeJS.Timeout[] = []
  let watching: Promise<unknown> | undefined
  const listening: (() => void)[] = []

  /** A failed step is logged and repeated by the next turn of its timer. */
  const attempt = async (what: string, step: () => Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      if (!stopping.signal.aborted) log.warn({ err: error }, `${what} failed; trying again later`)
    }
  }

  const releaseStaleLeases = () => attempt('taking over the leases of the last process', () => releaseAllLeases(db))
  const resyncAll = () => {
    const failed = 'comparing workloads with replicas failed; trying again later'
    return forEachEngine(options.engines, { log, failed, signal: stopping.signal }, (named) =>
      resync(options, named, reconciler, undefined),
    )
  }
  const requeueUnreconciled = (outage?: Outage) =>
    attempt('looking for unreconciled instances and replicas', async () => {
      const connected = options.engines.all().map(({ name }) => name)
      for (const id of await strandedReplicas(db, connected)) reconciler.nudgeReplica(id)
      const { instances, replicas } = await findUnreconciled(db)
      for (const id of instances) reconciler.nudge(id)
      for (const id of replicas) reconciler.nudgeReplica(id, { outage })
    })

  function onDesiredStateChanged(payload: string | null): void {
    // Some notifications may have been missed.
    if (payload === null) return void requeueUnreconciled()
    const id = v.safeParse(instanceId, payload)
    if (id.success) reconciler.nudge(id.output, { desiredStateChanged: true })
  }

  /** A replica was added or stopped, perhaps by another node while this one starts it. */
  function onReplicaChanged(payload: string | null): void {
    const id = v.safeParse(replicaId, payload)
    if (id.success) reconciler.nudgeReplica(id.output, { desiredStateChanged: true })
  }

  return {
    async start() {
      if (isAlone) await releaseStaleLeases()
      listening.push(
        store.listen(DESIRED_STATE_CHANNEL, onDesiredStateChanged),
        store.listen(REPLICA_CHANNEL, onReplicaChanged),
      )
      watching = Promise.all(
        options.engines.all().map((named) => watchEngine(options, named, reconciler, stopping.signal)),
      )
      await requeueUnreconciled('controlPlane')
      timers.push(
        setInterval(() => void requeueUnreconciled(), UNRECONCILED_POLL_MS),
        setInterval(() => void resyncAll(), RESYNC_MS),
      )
    },

    async stop() {
      stopping.abort()
      for (const stopListening of listening) stopListening()
      for (const timer of timers) clearInterval(timer)
      await reconciler.stop()
      await watching
    },
  }
}

/**
 * Nudges the instance of each event of an engine until `signal` is aborted. After each lost connection it resyncs, because
 * events may have been missed.
 */
async function watchEngine(
  options: ReconcileSettings,
  named: NamedEngine,
  reconciler: Reconciler,
  signal: AbortSignal,
): Promise<void> {
  const label = labelOf(named)
  let outage: Outage | undefined = 'controlPlane'
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const connection = new AbortController()
    try {
      // Listening begins before the resync, so that nothing falls between the two.
      const events = named.engine.events(AbortSignal.any([signal, connection.signal]))
      await resync(options, named, reconciler, outage)
      outage = undefined
      waitMs = FIRST_WAIT_MS
      for await (const event of events) onEvent(event, reconciler)
    } catch (error) {
      if (signal.aborted) return
      if (outage !== undefined) options.outages.begin(named.name, error)
      options.log.warn({ err: error, ...label }, 'cannot receive the events of the engine; trying again')
    }
    connection.abort()
    options.provider.forget(named.name)
    if (outage === undefined && !signal.aborted) {
      outage = 'engine'
      await reportOutage(options, named.name, reconciler)
    }
    await delay(waitMs, undefined, { signal }).catch(() => {})
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)
  }
}

function onEvent(event: EngineEvent, reconciler: Reconciler): void {
  if (event.kind === 'started') return
  // A workload has the id of its replica. Those of release commands have none.
  const id = v.safeParse(replicaId, event.id)
  if (!id.success) return
  const exit = event.exitCode === undefined ? undefined : { exitCode: event.exitCode, atMs: event.atMs }
  reconciler.nudgeReplica(id.output, { exit })
}

/** Nudges each active replica of an engine: its pass finds no engine and shows that as its progress. */
async function reportOutage(options: ReconcileSettings, engine: string, reconciler: Reconciler): Promise<void> {
  try {
    for (const { id } of await activeReplicas(options.db, engine)) reconciler.nudgeReplica(id, { outage: 'engine' })
  } catch (error) {
    options.log.warn({ err: error }, 'the outage of the engine could not be reported')
  }
}
