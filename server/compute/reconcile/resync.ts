import { sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId, OrganizationId, ReplicaId } from '../../../src/contract/wire/common.ts'
import type { HealthCheck } from '../../../src/contract/wire/instance/health-check.ts'
import type { Workload } from '../../engines/engine.ts'
import type { NamedEngine } from '../../engines/engines.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { knownResources } from './networks/known-resources.ts'
import { missingProvider } from './provider/missing-provider.ts'
import type { ReconcileSettings } from './reconcile-options.ts'
import type { Reconciler } from './reconciler.ts'
import { workloadLogOf } from './replica/load-replica.ts'
import type { Outage } from './replica/transition/replica-event.ts'
import { hasSamePorts } from './replica/transition/transition.ts'

type ActiveRow = {
  id: ReplicaId
  instance_id: InstanceId
  organization_id: OrganizationId
  deployment_id: DeploymentId
  engine: string
  workload_id: string
  region: string
  provider: string
  service: string
  index: number
  is_first: boolean
  progress_message: string
  published_ports: Workload['ports']
  health_check: HealthCheck | null
}

/** The replicas of an engine that are active, as they should be. */
export async function activeReplicas(db: DbOrTx, engine: string): Promise<ActiveRow[]> {
  const { rows } = await db.execute<ActiveRow>(sql`
    select r.id, r.instance_id, i.organization_id, r.deployment_id, r.engine, r.workload_id, r.region, r.provider, r.service, r.index, r.progress_message,
      r.published_ports, d.configuration #>> '{services,0,name}' = r.service as is_first,
      jsonb_path_query_first(d.configuration, '$.services[*] ? (@.name == $name).healthCheck',
        jsonb_build_object('name', r.service)) as health_check
    from replica r join deployment d on d.id = r.deployment_id join instance i on i.id = r.instance_id
    where r.engine = ${engine} and r.removed_at is null and r.desired_state = 'active' and r.state = 'Active'`)
  return rows
}

/** The active replicas of engines that the settings no longer have. */
export async function strandedReplicas(db: DbOrTx, connected: readonly string[]): Promise<ReplicaId[]> {
  const { rows } = await db.execute<{ id: ReplicaId }>(sql`
    select id from replica where engine <> all(${sql.param(connected)}::text[])
      and removed_at is null and desired_state = 'active' and state = 'Active'`)
  return rows.map(({ id }) => id)
}

/** What is not in its desired state, and that no process is reconciling: the safety net of all triggers. */
export interface Unreconciled {
  instances: InstanceId[]
  replicas: ReplicaId[]
}

export async function findUnreconciled(db: DbOrTx): Promise<Unreconciled> {
  const instances = await db.execute<{ id: InstanceId }>(sql`
    select i.id from instance i
    where (i.lease_owner is null or i.lease_until < now()) and (
      i.desired_state = 'deleted'
      or i.desired_state = 'closed' and i.state <> 'Closed'
      or i.desired_state = 'active' and i.state = 'Starting'
      or i.desired_deployment <> i.active_deployment and exists (
        select 1 from deployment d where d.id = i.desired_deployment and d.ended_at is null)
      or exists (
        select 1 from replica r join deployment d on d.id = r.deployment_id
        where r.instance_id = i.id and r.removed_at is null and r.desired_state = 'active' and d.ended_at is not null))`)
  const replicas = await db.execute<{ id: ReplicaId }>(sql`
    select id from replica
    where removed_at is null and (lease_owner is null or lease_until < now()) and (due_at is null or due_at < now())
      and (desired_state = 'closed' or state = 'Starting' and status <> 'Queued')`)
  return { instances: instances.rows.map(({ id }) => id), replicas: replicas.rows.map(({ id }) => id) }
}

/** Compares the workloads of an engine with its active replicas: nudges those that differ and removes workloads of no replica. */
export async function resync(
  options: ReconcileSettings,
  { name, engine }: NamedEngine,
  reconciler: Reconciler,
  outage: Outage | undefined,
): Promise<void> {
  const { db, log, logs } = options
  const workloads = new Map((await engine.list()).map((workload) => [workload.id, workload]))
  // Before any replica is nudged, which would fail at once.
  options.outages.end(name)
  const provider = await options.provider.read(name)
  const unchanged: ReplicaId[] = []
  for (const row of await activeReplicas(db, name)) {
    const isGone = missingProvider(options, provider, row) !== undefined
    if (isGone || !isUnchanged(row, workloads.get(row.workload_id))) {
      reconciler.nudgeReplica(row.id, { outage })
      continue
    }
    unchanged.push(row.id)
    logs.follow(logOf(row))
    const { id, organization_id: organizationId, workload_id: workloadId, health_check: check } = row
    if (check) reconciler.watchHealth({ id, organizationId, engine: name, workloadId, check })
  }
  if (unchanged.length > 0) await confirmObserved(db, unchanged, provider)
  await removeOrphans(options, engine, [...workloads.keys()])
  try {
    await engine.removeOrphans?.({
      ...(await knownResources(db, engine)),
      unneeded: (ids) => unneededWorkloads(db, ids),
    })
  } catch (error) {
    log.warn({ err: error }, 'failed to remove leftovers of killed control planes from the engine')
  }
}

const logOf = ({ engine, workload_id, deployment_id, service, index, is_first }: ActiveRow) =>
  workloadLogOf({ engine, workloadId: workload_id, deploymentId: deployment_id, service, index }, is_first)

function isUnchanged(row: ActiveRow, workload: Workload | undefined): boolean {
  return (
    workload?.state.kind === 'running' &&
    row.progress_message === '' &&
    hasSamePorts(row.published_ports, workload.ports)
  )
}

async function confirmObserved(db: DbOrTx, ids: readonly ReplicaId[], provider: string): Promise<void> {
  const confirmed = sql`${sql.param(ids)}::uuid[]`
  await db.execute(sql`
    update instance set observed_at = now()
    where id in (select instance_id from replica where id = any(${confirmed}))`)
  await db.execute(sql`update replica set observed_at = now(), provider = ${provider} where id = any(${confirmed})`)
}

/**
 * The engine is listed before the rows are read: a workload is made only after its row, so one without a row is an
 * orphan. Rows of any engine count, because two names may lead to one engine.
 */
async function removeOrphans(
  { db, log }: ReconcileSettings,
  engine: NamedEngine['engine'],
  ids: readonly string[],
): Promise<void> {
  for (const id of await unneededWorkloads(db, ids)) {
    log.warn({ workloadId: id }, 'removing a workload without a replica')
    await engine.remove(id)
  }
}

/** Returns the workloads that have no row, or one that is over. */
async function unneededWorkloads(db: DbOrTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ id: string }>(sql`
    select w.id from unnest(${sql.param(ids)}::text[]) as w(id)
    where not exists (select 1 from replica r where r.workload_id = w.id and r.removed_at is null)
      and not exists (select 1 from run where 'run-' || run.id = w.id and run.ended_at is null)
      and not exists (
        select 1 from deployment d
        where d.release_workload_id = w.id and d.release_state = 'running' and d.ended_at is null)`)
  return rows.map(({ id }) => id)
}
