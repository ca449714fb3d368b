import { and, count, desc, eq, type SQL } from 'drizzle-orm'
import type { Run } from '../../../../src/contract/wire/jobs/job.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { deployments, jobs, runs, users } from '../../../store/schema.ts'
import { workloadIdOf } from './run-rows.ts'

interface Page {
  skip: number
  limit: number
}

/** Reads runs, newest first. */
export async function readRuns(db: DbOrTx, condition: SQL | undefined, { skip, limit }: Page): Promise<Run[]> {
  const rows = await db
    .select({ run: runs, number: deployments.number, jobName: jobs.name, authorName: users.name })
    .from(runs)
    .innerJoin(deployments, eq(deployments.id, runs.deploymentId))
    .leftJoin(jobs, eq(jobs.id, runs.jobId))
    .leftJoin(users, eq(users.id, runs.createdBy))
    .where(condition)
    .orderBy(desc(runs.createdAt), desc(runs.id))
    .limit(limit)
    .offset(skip)
  return rows.map(({ run, number, jobName, authorName }) => ({
    _id: run.id,
    instanceId: run.instanceId,
    deploymentId: run.deploymentId,
    deploymentNumber: number,
    job: run.jobId && { _id: run.jobId, name: jobName ?? '' },
    service: run.service,
    command: run.command,
    state: run.state,
    exitCode: run.exitCode,
    error: run.error,
    timeoutSeconds: run.timeoutSeconds,
    logName: workloadIdOf(run.id),
    author: run.createdBy && { userId: run.createdBy, name: authorName ?? '' },
    cancelRequested: run.cancelRequestedAt !== null,
    scheduledAt: run.scheduledAt?.toISOString() ?? null,
    createdAt: run.createdAt.toISOString(),
    startedAt: run.startedAt?.toISOString() ?? null,
    endedAt: run.endedAt?.toISOString() ?? null,
  }))
}

export async function countRuns(db: DbOrTx, condition: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(runs).where(condition)
  return row?.total ?? 0
}

/** Returns a run of this instance; another's is not found. */
export async function readRun(db: DbOrTx, ids: Pick<Run, '_id' | 'instanceId'>): Promise<Run> {
  const ofInstance = and(eq(runs.id, ids._id), eq(runs.instanceId, ids.instanceId))
  const [run] = await readRuns(db, ofInstance, { skip: 0, limit: 1 })
  if (!run) throw new ApiError('notFound')
  return run
}
