import { and, eq, sql } from 'drizzle-orm'
import type { JobId } from '../../../../src/contract/wire/jobs/job.ts'
import { newestOccurrence, nextOccurrence } from '../../../../src/rules/schedule/schedule.ts'
import { ApiError } from '../../../http/api-error.ts'
import type { Db, Tx } from '../../../store/connection.ts'
import { instances, jobs, runs } from '../../../store/schema.ts'
import type { CreateOptions } from '../../instances/create-instance.ts'
import type { InstanceRow } from '../../instances/instance-wire.ts'
import { createRun, insertEndedRun, type NewRun } from '../runs/create-run.ts'
import { type JobMailer, recordJobOutcome } from '../runs/job-outcome.ts'
import { pruneRuns } from '../runs/prune-runs.ts'
import { cancelRunsOfJob, type JobRow, liveRuns } from '../runs/run-rows.ts'

export type FireOptions = Pick<CreateOptions, 'admission' | 'regions'> & { db: Db; mailer?: JobMailer | undefined }

/**
 * Creates the run of a job that is due, once on all nodes. However long the control plane was away, only the newest time
 * that it missed runs. A job of a closed instance is silent.
 */
export async function fireJob(options: FireOptions, id: JobId): Promise<void> {
  try {
    await options.db.transaction((tx) => fire(tx, options, id))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message } = error
    await options.mailer?.ready()
    await options.db.transaction((tx) => fire(tx, options, id, { code, message }))
    options.mailer?.nudge()
  }
}

async function fire(
  tx: Tx,
  options: FireOptions,
  id: JobId,
  rejected?: { code: string; message: string },
): Promise<void> {
  const due = await takeDue(tx, id)
  if (due?.instance.desiredState !== 'active') return
  const { job, instance, scheduledAt } = due
  const run: NewRun = {
    instance,
    serviceName: job.service || undefined,
    command: job.command,
    timeoutSeconds: job.timeoutSeconds,
    createdBy: null,
    job,
    scheduledAt,
  }
  if (rejected) {
    // Without its service there is no run to write down.
    if (rejected.code !== 'invalid' && rejected.code !== 'deploymentGone')
      await insertEndedRun(tx, run, { state: 'Failed', error: rejected })
    await pruneRuns(tx, { instanceId: instance.id, job })
    return recordJobOutcome(tx, options.mailer, due, { hasFailed: true, message: rejected.message })
  }
  if (job.overlap === 'forbid' && (await liveRuns(tx, eq(runs.jobId, job.id))) > 0) {
    await insertEndedRun(tx, run, {
      state: 'Skipped',
      error: { code: 'overlap', message: 'Skipped, because the last run had not ended.' },
    })
    return pruneRuns(tx, { instanceId: instance.id, job })
  }
  if (job.overlap === 'replace') await cancelRunsOfJob(tx, job.id)
  await createRun(tx, options, run)
}

interface Due {
  job: JobRow
  instance: InstanceRow
  scheduledAt: Date
}

/** Moves the job to its next time. Returns undefined if another node was first, or the job was changed. */
async function takeDue(tx: Tx, id: JobId): Promise<Due | undefined> {
  const [found] = await tx.select({ instanceId: jobs.instanceId }).from(jobs).where(eq(jobs.id, id))
  if (!found) return undefined
  const [instance] = await tx.select().from(instances).where(eq(instances.id, found.instanceId)).for('no key update')
  const [job] = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), sql`${jobs.nextAt} <= now()`))
    .for('no key update')
  if (!instance || !job?.nextAt) return undefined
  const now = new Date()
  const scheduledAt = newestOccurrence(job, job.nextAt, now)
  const after = scheduledAt > now ? scheduledAt : now
  await tx
    .update(jobs)
    .set({ nextAt: nextOccurrence(job, after) ?? null })
    .where(eq(jobs.id, id))
  return { job, instance, scheduledAt }
}
