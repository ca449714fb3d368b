import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { JobId, RunId } from '../../../../src/contract/wire/jobs/job.ts'
import type { DbOrTx, Tx } from '../../../store/connection.ts'
import { type jobs, runs } from '../../../store/schema.ts'
import type { WorkloadLog } from '../../logs/reading/workload-logs.ts'

export type RunRow = typeof runs.$inferSelect
export type JobRow = typeof jobs.$inferSelect

/** NOTIFY channel: the id of a run that was created, or is to be cancelled. */
export const RUN_CHANNEL = 'run'

/** Names the workload of a run and its log. The same for every attempt, so that none runs twice. */
export const workloadIdOf = (id: RunId): string => `run-${id}`

export const logOfRun = ({
  id,
  engine,
  deploymentId,
}: Pick<RunRow, 'id' | 'engine' | 'deploymentId'>): WorkloadLog => ({
  workloadId: workloadIdOf(id),
  engine,
  address: { deploymentId, logType: 'runLogs', service: workloadIdOf(id) },
})

export const notifyRun = (tx: DbOrTx, id: RunId) => tx.execute(sql`select pg_notify(${RUN_CHANNEL}, ${id}::text)`)

/** Requests the end of all runs of an instance that have not ended. */
export const cancelRunsOf = (tx: Tx, id: InstanceId): Promise<void> => cancelWhere(tx, eq(runs.instanceId, id))

export const cancelRunsOfJob = (tx: Tx, id: JobId): Promise<void> => cancelWhere(tx, eq(runs.jobId, id))

async function cancelWhere(tx: Tx, condition: ReturnType<typeof eq>): Promise<void> {
  const live = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(condition, isNull(runs.endedAt), isNull(runs.cancelRequestedAt)))
    // In one order, to prevent deadlocks.
    .orderBy(asc(runs.id))
    .for('no key update')
  if (live.length === 0) return
  const ids = live.map(({ id }) => id)
  await tx.update(runs).set({ cancelRequestedAt: sql`now()` }).where(inArray(runs.id, ids))
  for (const id of ids) await notifyRun(tx, id)
}

export const liveRuns = (db: DbOrTx, condition: ReturnType<typeof eq>): Promise<number> =>
  db.$count(runs, and(condition, isNull(runs.endedAt)))
