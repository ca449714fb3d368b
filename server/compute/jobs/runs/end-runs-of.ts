import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Tx } from '../../../store/connection.ts'
import { jobs, runs } from '../../../store/schema.ts'
import { closeUsage } from '../../usage/usage-intervals.ts'
import { giveClaimBack } from './finish-run.ts'
import { notifyRun } from './run-rows.ts'

/**
 * Ends the runs of an instance that is deleted in the same transaction; the notification removes their workloads.
 * Returns what gives their claims back, to be called last before the commit.
 */
export async function endRunsOf(tx: Tx, instanceId: InstanceId): Promise<() => Promise<void>> {
  await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.instanceId, instanceId)).orderBy(asc(jobs.id)).for('update')
  const live = await tx
    .select()
    .from(runs)
    .where(and(eq(runs.instanceId, instanceId), isNull(runs.endedAt)))
    .orderBy(asc(runs.id))
    .for('no key update')
  for (const { id } of live) {
    await tx
      .update(runs)
      .set({ state: 'Canceled', endedAt: sql`now()`, claimReleasedAt: sql`now()` })
      .where(eq(runs.id, id))
    await closeUsage(tx, id, undefined, 'closed')
    await notifyRun(tx, id)
  }
  return async () => {
    for (const run of live) await giveClaimBack(tx, run)
  }
}
