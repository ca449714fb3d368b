import { inArray, sql } from 'drizzle-orm'
import type { Workload } from '../../engines/engine.ts'
import { instances } from '../../store/schema.ts'
import { type ActiveRow, activeRows } from './active-rows.ts'
import type { WhyAway } from './ensure-running.ts'
import type { ReconcileOptions } from './reconcile-options.ts'
import type { Reconciler } from './reconciler.ts'

/** Compares all workloads with all instances: nudges what differs, and removes workloads that nobody wants. */
export async function resync(options: ReconcileOptions, reconciler: Reconciler, away: WhyAway): Promise<void> {
  const { db, engine, log, logs } = options
  const workloads = new Map((await engine.list()).map((workload) => [workload.id, workload]))
  const rows = await activeRows(db)
  const agreeing = rows.filter((row) => agrees(row, workloads.get(row.deploymentId ?? '')))
  for (const { deploymentId } of agreeing) if (deploymentId) logs.follow(deploymentId)
  const isAgreeing = new Set(agreeing.map(({ id }) => id))
  for (const { id } of rows) if (!isAgreeing.has(id)) reconciler.nudge(id, { away })
  if (isAgreeing.size > 0) {
    await db
      .update(instances)
      .set({ observedAt: sql`now()` })
      .where(inArray(instances.id, [...isAgreeing]))
  }
  await removeOrphans(options, [...workloads.keys()])
  await engine.removeOrphans?.().catch((error: unknown) => {
    log.warn({ err: error }, 'what killed control planes left on the engine could not be removed')
  })
}

function agrees(row: ActiveRow, workload: Workload | undefined): boolean {
  return (
    workload?.state.kind === 'running' &&
    row.progressMessage === '' &&
    row.publishedPorts.length === workload.ports.length &&
    row.publishedPorts.every((port) =>
      workload.ports.some(
        ({ containerPort, hostPort }) => containerPort === port.containerPort && hostPort === port.hostPort,
      ),
    )
  )
}

/** Asked after the engine was: a workload is made only after its row, so one without a row has lost it. */
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
    log.warn({ deploymentId: id }, 'removing a workload that belongs to no instance')
    await engine.remove(id)
  }
}
