import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../store/connection.ts'
import { usageIntervals } from '../../../store/schema.ts'
import type { SnapshotRow } from './snapshot-wire.ts'

/** Begins to count what a snapshot takes in the platform's store, in the transaction that records it as whole. */
export async function openSnapshotUsage(tx: Tx, row: SnapshotRow): Promise<void> {
  if (row.isRemote) return
  await tx
    .insert(usageIntervals)
    .values({
      organizationId: row.organizationId,
      projectId: row.projectId,
      subject: 'snapshot',
      subjectId: row.id,
      storageBytes: row.storedBytes,
      dailyPriceMicros: row.dailyPriceMicros,
      startedAt: sql`now()`,
    })
    .onConflictDoNothing()
}

export async function closeSnapshotUsage(tx: Tx, { id }: SnapshotRow): Promise<void> {
  await tx
    .update(usageIntervals)
    .set({ endedAt: sql`greatest(${usageIntervals.startedAt}, now())`, endReason: 'deleted' })
    .where(and(eq(usageIntervals.subjectId, id), isNull(usageIntervals.endedAt)))
}
