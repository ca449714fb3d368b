import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReplicaId } from '../../../src/contract/wire/common.ts'
import type { RunId } from '../../../src/contract/wire/jobs/job.ts'
import type { Tx } from '../../store/connection.ts'
import { instances, replicas, runs, usageIntervals } from '../../store/schema.ts'

/** Why an interval ended. `unseen` means that the end was not observed and is the last sighting. */
export type UsageEnd = 'closed' | 'failed' | 'finished' | 'superseded' | 'restarted' | 'engineGone' | 'unseen' | 'moved'

const timeOf = (at: Date | undefined): SQL => (at ? sql`${at.toISOString()}::timestamptz` : sql`now()`)

/**
 * Begins an interval of a replica in the transaction that records its observed start. Does nothing while one is open.
 * Without `at`, it begins at the transaction's time in the database.
 */
export async function openUsage(tx: Tx, replica: ReplicaId, at?: Date): Promise<void> {
  await tx.execute(sql`
    insert into ${usageIntervals} (
      organization_id, project_id, instance_id, subject_id, service, deployment_id,
      cpu_milli, memory_bytes, storage_bytes, gpu, daily_price_micros, started_at)
    select i.organization_id, i.project_id, i.id, r.id, r.service, r.deployment_id,
      r.cpu_milli, r.memory_bytes, r.storage_bytes, r.gpu, r.daily_price_micros, ${timeOf(at)}
    from ${replicas} r join ${instances} i on i.id = r.instance_id
    where r.id = ${replica}
    on conflict (subject_id) where ended_at is null do nothing`)
}

/** As `openUsage`, for a run of a command. */
export async function openRunUsage(tx: Tx, run: RunId): Promise<void> {
  await tx.execute(sql`
    insert into ${usageIntervals} (
      organization_id, project_id, instance_id, subject, subject_id, service, deployment_id,
      cpu_milli, memory_bytes, storage_bytes, gpu, daily_price_micros, started_at)
    select i.organization_id, i.project_id, i.id, 'run', r.id, r.service, r.deployment_id,
      r.cpu_milli, r.memory_bytes, r.storage_bytes, r.gpu, r.daily_price_micros, now()
    from ${runs} r join ${instances} i on i.id = r.instance_id
    where r.id = ${run}
    on conflict (subject_id) where ended_at is null do nothing`)
}

/**
 * Ends the open interval of a replica or run in the transaction that records its observed end. For an end that an outage hid,
 * `at` is the engine's time, else the last sighting.
 */
export async function closeUsage(
  tx: Tx,
  subject: ReplicaId | RunId,
  at: Date | undefined,
  reason: UsageEnd,
): Promise<void> {
  await tx
    .update(usageIntervals)
    .set({ endedAt: sql`greatest(${usageIntervals.startedAt}, ${timeOf(at)})`, endReason: reason })
    .where(and(eq(usageIntervals.subjectId, subject), isNull(usageIntervals.endedAt)))
}
