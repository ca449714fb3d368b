import type { ReplicaId } from '../../../../src/contract/wire/common.ts'
import { createMailboxes, type Mailboxes, type Pass, type Settled } from '../mailboxes.ts'
import { missingProvider } from '../provider/missing-provider.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import { LeasedReplica } from './leased-replica.ts'
import { isWaiting, loadReplica } from './load-replica.ts'
import { type ReplicaTrigger, reconcileReplica } from './reconcile-replica.ts'
import { suspendReplica } from './suspend-replica.ts'
import { failureOf, type ReplicaEvent } from './transition/replica-event.ts'

export type ReplicaNudge = ReplicaTrigger & { desiredStateChanged?: boolean }
export type ReplicaReconciler = Mailboxes<ReplicaId, ReplicaNudge>

/** Brings replicas to their desired state. */
export function createReplicaReconciler(options: ReconcileOptions): ReplicaReconciler {
  const { db, node, log, metrics, gate } = options
  /** Replicas whose last pass did not reach their engine: an end that the next pass finds is not their own. */
  const cutOff = new Set<ReplicaId>()

  async function withReplica(
    id: ReplicaId,
    pass: Pass<ReplicaNudge>,
    trigger: ReplicaNudge,
    first: ReplicaEvent,
  ): Promise<Settled> {
    const loaded = await loadReplica(db, id)
    if (!loaded) return { kind: 'rest' }
    const leased = new LeasedReplica(options, loaded, pass.lease)
    // Does not wait for a start that is over its disk limit, because it keeps writing.
    pass.isInterruptedBy = ({ overDisk, desiredStateChanged }) =>
      (overDisk !== undefined && leased.row.state === 'Starting') ||
      (desiredStateChanged === true && leased.row.desiredState === 'active')
    const gone = await goneProvider(options, leased)
    try {
      if (gone !== undefined) return await suspendReplica(leased, gone)
      return await reconcileReplica(options, leased, trigger, first)
    } finally {
      await leased.end()
    }
  }

  return createMailboxes<ReplicaId, ReplicaNudge>({
    db,
    node,
    log,
    metrics,
    rowOf: (id) => ({ table: 'replica', id }),
    noTrigger: {},
    merge: (before, next) => ({
      outage: next.outage ?? before.outage,
      exit: next.exit ?? before.exit,
      overDisk: next.overDisk ?? before.overDisk,
      unhealthy: next.unhealthy ?? before.unhealthy,
    }),
    gate,
    run: (id, { outage = cutOff.has(id) ? 'engine' : undefined, ...trigger }, pass) => {
      cutOff.delete(id)
      return withReplica(id, pass, { ...trigger, outage }, { kind: 'triggered', exit: trigger.exit })
    },
    recover: (id, error, pass) => {
      const failure = failureOf(error)
      if (failure.code === 'engineUnreachable') cutOff.add(id)
      if (failure.source === 'unexpected') log.warn({ err: error, replicaId: id }, 'reconciling a replica failed')
      return withReplica(id, pass, {}, { kind: 'failed', failure, failures: pass.failures })
    },
  })
}

/** Returns why the engine of a replica that is to run is gone; undefined while that cannot be known. */
async function goneProvider(options: ReconcileOptions, { row }: LeasedReplica): Promise<string | undefined> {
  if (row.desiredState !== 'active' || (row.state !== 'Starting' && row.state !== 'Active') || isWaiting(row))
    return undefined
  const read = async () => {
    options.outages.check(row.engine)
    return options.provider.read(row.engine)
  }
  const current = await read().catch(() => row.provider)
  return missingProvider(options, current, row)
}
