import { and, desc, eq, inArray, isNotNull, isNull, ne, type SQL } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'
import { logChunks, runs } from '../../../store/schema.ts'
import { type JobRow, workloadIdOf } from './run-rows.ts'

/** Of an instance, of those that users started. Jobs have their own number. */
const KEPT_MANUAL_RUNS = 100
const AT_ONCE = 1000

interface Pruned {
  instanceId: InstanceId
  job: Pick<JobRow, 'id' | 'keptRuns'> | null
}

/**
 * Deletes the oldest ended runs beyond the number that is kept, with their logs. Skipped runs are counted on their own,
 * so that a long run whose schedule goes on does not push the others out.
 */
export async function pruneRuns(tx: Tx, pruned: Pruned): Promise<void> {
  await prune(tx, pruned, ne(runs.state, 'Skipped'))
  if (pruned.job) await prune(tx, pruned, eq(runs.state, 'Skipped'))
}

async function prune(tx: Tx, { instanceId, job }: Pruned, having: SQL): Promise<void> {
  const same = job ? eq(runs.jobId, job.id) : and(eq(runs.instanceId, instanceId), isNull(runs.jobId))
  const old = await tx
    .select({ id: runs.id, deploymentId: runs.deploymentId })
    .from(runs)
    .where(and(same, isNotNull(runs.endedAt), having))
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
