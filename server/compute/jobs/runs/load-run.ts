import { and, eq, isNull, lt } from 'drizzle-orm'
import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { RunId } from '../../../../src/contract/wire/jobs/job.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { deployments, instances, jobs, runs } from '../../../store/schema.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import type { JobRow, RunRow } from './run-rows.ts'

export interface LoadedRun {
  run: RunRow
  instance: InstanceRow
  job: JobRow | null
  /** Undefined if its deployment has no such service any more. */
  service: StoredService | undefined
  /** All services of its deployment. */
  services: readonly StoredService[]
}

export async function loadRun(db: DbOrTx, id: RunId): Promise<LoadedRun | undefined> {
  const [row] = await db
    .select({ run: runs, instance: instances, job: jobs, configuration: deployments.configuration })
    .from(runs)
    .innerJoin(instances, eq(instances.id, runs.instanceId))
    .innerJoin(deployments, eq(deployments.id, runs.deploymentId))
    .leftJoin(jobs, eq(jobs.id, runs.jobId))
    .where(eq(runs.id, id))
  if (!row) return undefined
  const { configuration, ...loaded } = row
  const { services } = configuration
  return { ...loaded, services, service: services.find(({ name }) => name === loaded.run.service) }
}

/** A run that replaces earlier ones starts when those have ended. */
export async function waitsForEarlier(db: DbOrTx, { run, job }: LoadedRun): Promise<boolean> {
  if (job?.overlap !== 'replace') return false
  const earlier = and(eq(runs.jobId, job.id), isNull(runs.endedAt), lt(runs.createdAt, run.createdAt))
  return (await db.$count(runs, earlier)) > 0
}
