import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Tx } from '../../../store/connection.ts'
import { logChunks, runs } from '../../../store/schema.ts'
import type { LoadedRun } from './load-run.ts'
import { workloadIdOf } from './run-rows.ts'

/** Of an instance, of those that users started. Jobs have their own number. */
const KEPT_MANUAL_RUNS = 100
const AT_ONCE = 1000

/** Deletes the oldest ended runs beyond the number that is kept, with their logs. */
export async function pruneRuns(tx: Tx, { run, job }: Pick<LoadedRun, 'run' | 'job'>): Promise<void> {
  const same = job ? eq(runs.jobId, job.id) : and(eq(runs.instanceId, run.instanceId), isNull(runs.jobId))
  const old = await tx
    .select({ id: runs.id, deploymentId: runs.deploymentId })
    .from(runs)
    .where(and(same, isNotNull(runs.endedAt)))
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .offset(job?.keptRuns ?? KEPT_MANUAL_RUNS)
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  if (old.length === 0) return
  await tx.delete(logChunks).where(
    and(
      inArray(
        logChunks.deploymentId,
        old.map(({ deploymentId }) => deploymentId),
      ),
      eq(logChunks.logType, 'runLogs'),
      inArray(
        logChunks.service,
        old.map(({ id }) => workloadIdOf(id)),
      ),
    ),
  )
  await tx.delete(runs).where(
    inArray(
      runs.id,
      old.map(({ id }) => id),
    ),
  )
}
