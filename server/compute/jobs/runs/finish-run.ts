import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Workload } from '../../../engines/engine.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { runs } from '../../../store/schema.ts'
import { addClaims } from '../../admission/capacity-counters.ts'
import { recordInstanceEvent } from '../../events/instance-events.ts'
import type { Settled } from '../../reconcile/mailboxes.ts'
import type { ReconcileSettings } from '../../reconcile/reconcile-options.ts'
import { closeUsage } from '../../usage/usage-intervals.ts'
import { type JobMailer, lockJob, recordJobOutcome } from './job-outcome.ts'
import type { LoadedRun } from './load-run.ts'
import { pruneRuns } from './prune-runs.ts'
import { type End, endOf, type Outcome } from './run-end.ts'
import { type JobRow, logOfRun, type RunRow, workloadIdOf } from './run-rows.ts'

const DRAIN_MS = 10_000
/** An end before this was hidden by an outage. */
const OBSERVED_LATE_MS = 5000

type FinishOptions = Pick<ReconcileSettings, 'db' | 'engines' | 'logs' | 'maskerOf'> & {
  mailer?: JobMailer | undefined
}

/** Stores the output and the end of a run, and removes its workload. */
export async function finishRun(options: FinishOptions, loaded: LoadedRun, outcome: Outcome): Promise<Settled> {
  const { db, engines, logs, mailer } = options
  const { run } = loaded
  const workload = 'workload' in outcome ? outcome.workload : undefined
  if (workload && !(await logs.drain(logOfRun(run), DRAIN_MS))) await logs.giveUp(logOfRun(run))
  const end = await withoutSecrets(options, run, endOf(outcome, run.timeoutSeconds))
  if (run.jobId) await mailer?.ready()
  await db.transaction(async (tx) => {
    const job = await lockJob(tx, run.jobId)
    const [ended] = await tx
      .update(runs)
      .set({ ...end, endedAt: sql`now()`, claimReleasedAt: sql`now()` })
      .where(and(eq(runs.id, run.id), isNull(runs.endedAt)))
      .returning()
    if (ended) await recordEnd(tx, mailer, { ...loaded, job }, end, endedAtOf(workload))
  })
  mailer?.nudge()
  // A crash before this leaves a workload without a live run, which the next resync removes.
  await engines.of(run.engine).remove(workloadIdOf(run.id))
  return { kind: 'rest' }
}

/** Messages of the engine or a registry may repeat a value. */
async function withoutSecrets({ maskerOf }: FinishOptions, { deploymentId }: RunRow, end: End): Promise<End> {
  if (!end.error) return end
  const mask = await maskerOf(deploymentId)
  return { ...end, error: { ...end.error, message: mask(end.error.message) } }
}

/** In the order in which all transactions of compute lock: organisation, user, counters. */
async function recordEnd(
  tx: Tx,
  mailer: JobMailer | undefined,
  { run, instance, job }: Pick<LoadedRun, 'run' | 'instance'> & { job: JobRow | null },
  end: End,
  at: Date | undefined,
): Promise<void> {
  const hasSucceeded = end.state === 'Succeeded'
  const isCanceled = end.state === 'Canceled'
  await closeUsage(tx, run.id, at, hasSucceeded ? 'finished' : isCanceled ? 'closed' : 'failed')
  await recordInstanceEvent(tx, instance.id, {
    kind: hasSucceeded ? 'runSucceeded' : isCanceled ? 'runCanceled' : 'runFailed',
    deploymentId: run.deploymentId,
    service: run.service,
    data: { run: run.id, job: run.jobId, state: end.state, exitCode: end.exitCode },
  })
  await pruneRuns(tx, { instanceId: instance.id, job })
  await publishOrganizationEvents(tx, instance.organizationId, { kind: 'runsChanged', id: instance.id })
  if (job && !isCanceled)
    await recordJobOutcome(
      tx,
      mailer,
      { job, instance },
      { hasFailed: !hasSucceeded, message: end.error?.message ?? '' },
    )
  await giveClaimBack(tx, run)
}

export const giveClaimBack = (
  tx: Tx,
  run: Pick<RunRow, 'engine' | 'cpuMilli' | 'memoryBytes' | 'storageBytes' | 'gpu'>,
) =>
  addClaims(tx, run.engine, {
    cpuMilli: -run.cpuMilli,
    memoryBytes: -run.memoryBytes,
    storageBytes: -run.storageBytes,
    gpu: -run.gpu,
  })

/** The engine's time of an end that an outage hid; undefined if the end is observed now. */
function endedAtOf(workload: Workload | undefined): Date | undefined {
  const endedAtMs = workload?.state.kind === 'ended' ? workload.state.endedAtMs : undefined
  return endedAtMs !== undefined && endedAtMs < Date.now() - OBSERVED_LATE_MS ? new Date(endedAtMs) : undefined
}
