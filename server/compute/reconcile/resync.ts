import { and, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId } from '../../../src/contract/wire/common.ts'
import type { Workload } from '../../engines/engine.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import type { Outage } from './reconcile-event.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { Reconciler } from './reconciler.ts'
import { hasSamePorts } from './transition.ts'

interface ActiveRow {
  id: InstanceId
  deploymentId: DeploymentId | null
  progressMessage: string
  publishedPorts: Workload['ports']
}

/** The instances that are active, as they should be. */
export const activeRows = (db: DbOrTx): Promise<ActiveRow[]> =>
  db
    .select({
      id: instances.id,
      deploymentId: instances.activeDeployment,
      progressMessage: instances.progressMessage,
      publishedPorts: instances.publishedPorts,
    })
    .from(instances)
    .where(and(eq(instances.desiredState, 'active'), eq(instances.state, 'Active')))

/**
 * The instances that are not in their desired state and that no process is reconciling: the safety net of all triggers.
 */
export async function findUnreconciled(db: DbOrTx): Promise<InstanceId[]> {
  const isFree = or(isNull(instances.leaseOwner), lt(instances.leaseUntil, sql`now()`))
  const isDue = or(isNull(instances.dueAt), lt(instances.dueAt, sql`now()`))
  const isUnreconciled = or(
    eq(instances.desiredState, 'deleted'),
    and(eq(instances.desiredState, 'closed'), ne(instances.state, 'Closed')),
    and(eq(instances.desiredState, 'active'), eq(instances.state, 'Starting')),
  )
  const rows = await db
    .select({ id: instances.id })
    .from(instances)
    .where(and(isUnreconciled, isFree, isDue))
  return rows.map(({ id }) => id)
}

/** Compares all workloads with all active instances: nudges those that differ and removes workloads of no instance. */
export async function resync(
  options: ReconcileOptions,
  reconciler: Reconciler,
  outage: Outage | undefined,
): Promise<void> {
  const { db, engine, log, logs } = options
  const workloads = new Map((await engine.list()).map((workload) => [workload.id, workload]))
  const rows = await activeRows(db)
  const unchanged = rows.filter((row) => isUnchanged(row, workloads.get(row.deploymentId ?? '')))
  for (const { deploymentId } of unchanged) if (deploymentId) logs.follow(deploymentId)
  const unchangedIds = new Set(unchanged.map(({ id }) => id))
  for (const { id } of rows) if (!unchangedIds.has(id)) reconciler.nudge(id, { outage })
  if (unchangedIds.size > 0) {
    await db
      .update(instances)
      .set({ observedAt: sql`now()` })
      .where(inArray(instances.id, [...unchangedIds]))
  }
  await removeOrphans(options, [...workloads.keys()])
  await engine.removeOrphans?.().catch((error: unknown) => {
    log.warn({ err: error }, 'failed to remove leftovers of killed control planes from the engine')
  })
}

function isUnchanged(row: ActiveRow, workload: Workload | undefined): boolean {
  return (
    workload?.state.kind === 'running' && row.progressMessage === '' && hasSamePorts(row.publishedPorts, workload.ports)
  )
}

/**
 * The engine is listed before the rows are read: a workload is made only after its row, so one without a row is an
 * orphan.
 */
async function removeOrphans({ db, engine, log }: ReconcileOptions, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await db.execute<{ id: string }>(sql`
    select w.id from unnest(array[${sql.join(
      ids.map((id) => sql`${id}`),
      sql`, `,
    )}]::text[]) as w(id)
    where not exists (
      select 1 from deployment d join instance i on i.id = d.instance_id
      where d.id::text = w.id and i.active_deployment = d.id
        and (i.state in ('Starting', 'Active') or i.lease_owner is not null))`)
  for (const { id } of rows) {
    log.warn({ deploymentId: id }, 'removing a workload without an instance')
    await engine.remove(id)
  }
}
