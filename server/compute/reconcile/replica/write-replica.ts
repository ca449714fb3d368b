import { and, eq, sql } from 'drizzle-orm'
import type { InstanceEventKind } from '../../../../src/contract/wire/instance/instance-event.ts'
import type { Tx } from '../../../store/connection.ts'
import { replicas } from '../../../store/schema.ts'
import { releaseClaims } from '../../admission/capacity-counters.ts'
import { recordInstanceEvent } from '../../events/instance-events.ts'
import { appendDeploymentLines } from '../../logs/append-deployment-lines.ts'
import { appendSystemLines } from '../../logs/chunks/append-lines.ts'
import { type StoredLine, systemLine } from '../../logs/stored-line.ts'
import { closeUsage, openUsage, type UsageEnd, type UsageStop } from '../../usage/usage-intervals.ts'
import { LeaseLost } from '../lease/lease-rows.ts'
import type { ReconcileOptions } from '../reconcile-options.ts'
import { lockInstance } from '../roll-out/lock-instance.ts'
import { publishProgress, refreshInstance } from '../roll-out/refresh-instance.ts'
import type { LoadedReplica, ReplicaRow } from './load-replica.ts'
import { PROVIDER_GONE } from './transition/after-teardown.ts'
import type { Observation } from './transition/replica-event.ts'

export interface ReplicaChange {
  observation: Observation
  progressLines: readonly StoredLine[]
  /** The engine that runs its workload, and the address of its ports. */
  place?: Pick<ReplicaRow, 'provider' | 'address'> | undefined
  endedAt?: UsageStop | undefined
  /** The last lines that its program wrote, if it failed. */
  lastLines?: readonly string[]
}

/**
 * Writes an observation of a replica, what follows from it for its instance, and everything that publishes it, in one
 * transaction. Throws `LeaseLost` when another process has taken over. Locks the instance before the replica, and the
 * capacity counters last.
 */
export function writeReplica(
  { db, links, node }: Pick<ReconcileOptions, 'db' | 'links' | 'node'>,
  { row: before, label }: LoadedReplica,
  { observation: { set = {}, logs = [], events = [] }, progressLines, place, endedAt, lastLines = [] }: ReplicaChange,
): Promise<ReplicaRow> {
  const isProgress = Object.keys(set).every((column) => column === 'progressMessage')
  const isOver = set.state === 'Closed' || set.state === 'Failed-start'
  const isReady = set.state === 'Active'
  const prefixed = (line: string) => systemLine(label === '' ? line : `${label}: ${line}`)

  return db.transaction(async (tx) => {
    const instance = await lockInstance(tx, before.instanceId)
    const { desiredState: _desiredState, ...columns } = set
    const [row] = await tx
      .update(replicas)
      .set({
        ...columns,
        ...place,
        ...(isReady && { readySince: sql`now()` }),
        ...(set.state === 'Starting' && { readySince: null }),
        ...(isOver && { readySince: null, removedAt: sql`now()` }),
        revision: sql`${replicas.revision} + 1`,
      })
      .where(and(eq(replicas.id, before.id), eq(replicas.leaseOwner, node)))
      .returning()
    if (!row || !instance) throw new LeaseLost()
    await appendDeploymentLines(tx, row.deploymentId, [...progressLines, ...logs.map(prefixed)])
    const address = { deploymentId: row.deploymentId, logType: 'instanceEvents' } as const
    await appendSystemLines(tx, address, events.map(prefixed))
    const isUsageChanged = await writeUsage(tx, before, row, endedAt)
    await writeEvent(tx, before, row, lastLines)
    if (isProgress) await publishProgress(tx, instance)
    else await refreshInstance(tx, instance, { links, isUsageChanged })
    if (isOver) await releaseClaims(tx, [row.id])
    return row
  })
}

/**
 * Billing follows what was observed: from the first sight of the running workload until it does not run any more. Returns
 * whether that began or ended.
 */
async function writeUsage(tx: Tx, before: ReplicaRow, row: ReplicaRow, ended: UsageStop | undefined): Promise<boolean> {
  if (runs(row) && !runs(before)) await openUsage(tx, row.id)
  if (!runs(row) && (runs(before) || (row.removedAt && !before.removedAt)))
    await closeUsage(tx, row.id, ended?.at, ended?.isSighting ? 'unseen' : usageEndOf(row))
  return runs(row) !== runs(before)
}

const runs = ({ status, removedAt }: ReplicaRow): boolean =>
  removedAt === null && (status === 'PROVISIONED' || status === 'Deployed')

function usageEndOf(row: ReplicaRow): UsageEnd {
  if (!row.removedAt) return row.error?.code === PROVIDER_GONE ? 'engineGone' : 'restarted'
  if (row.state === 'Failed-start') return 'failed'
  if (row.finishedAt) return 'finished'
  return row.drainingSince ? 'superseded' : 'closed'
}

async function writeEvent(tx: Tx, before: ReplicaRow, row: ReplicaRow, lastLines: readonly string[]): Promise<void> {
  const kind = eventKind(before, row)
  if (!kind) return
  const { index, attempts, error } = row
  await recordInstanceEvent(tx, row.instanceId, {
    kind,
    deploymentId: row.deploymentId,
    replicaId: row.id,
    service: row.service,
    data: {
      index,
      attempts,
      ...(error && { code: error.code, message: error.message }),
      ...(lastLines.length > 0 && { lastLines }),
    },
  })
}

function eventKind(before: ReplicaRow, row: ReplicaRow): InstanceEventKind | undefined {
  if (row.state !== before.state) {
    if (row.state === 'Active') return 'replicaReady'
    if (row.state === 'Failed-start') return 'replicaFailed'
    if (row.state === 'Closed') return row.finishedAt ? 'replicaFinished' : 'replicaRemoved'
    if (!row.error) return 'replicaLost'
    return row.error.code === 'unhealthy' ? 'replicaUnready' : 'replicaExited'
  }
  return row.status === 'PROVISIONED' && before.status !== 'PROVISIONED' ? 'replicaStarted' : undefined
}
