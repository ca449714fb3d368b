import { and, asc, eq, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../src/contract/wire/common.ts'
import type { Job, JobId, RunId, RunState } from '../../../src/contract/wire/jobs/job.ts'
import { ApiError } from '../../http/api-error.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { jobs } from '../../store/schema.ts'
import type { JobRow } from './runs/run-rows.ts'

interface LastRun extends Record<string, unknown> {
  job_id: JobId
  id: RunId
  state: RunState
  created_at: string
}

/** Reads the jobs of an instance by name, or one of them. */
export async function readJobs(db: DbOrTx, instanceId: InstanceId, id?: JobId): Promise<Job[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.instanceId, instanceId), id && eq(jobs.id, id)))
    .orderBy(asc(jobs.name))
  const { rows: last } = await db.execute<LastRun>(sql`
    select j.id as job_id, r.id, r.state, r.created_at::text as created_at from job j
    cross join lateral (select * from run where run.job_id = j.id order by run.created_at desc limit 1) r
    where j.instance_id = ${instanceId}`)
  const lastOf = new Map(last.map((run) => [run.job_id, run]))
  return rows.map((row) => jobWire(row, lastOf.get(row.id)))
}

/** Returns a job of this instance; another's is not found. */
export async function readJob(db: DbOrTx, instanceId: InstanceId, id: JobId): Promise<Job> {
  const [job] = await readJobs(db, instanceId, id)
  if (!job) throw new ApiError('notFound')
  return job
}

const jobWire = ({ id, isEnabled, nextAt, createdAt, createdBy: _author, ...row }: JobRow, last?: LastRun): Job => ({
  ...row,
  _id: id,
  enabled: isEnabled,
  nextAt: nextAt?.toISOString() ?? null,
  lastRun: last ? { _id: last.id, state: last.state, createdAt: new Date(last.created_at).toISOString() } : null,
  createdAt: createdAt.toISOString(),
})
