import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Consistency } from '../../../../src/contract/wire/volumes/snapshot.ts'
import { notifyUser } from '../../../live/outbox.ts'
import { snapshots } from '../../../store/schema.ts'
import { applyRetention } from '../../backups/apply-retention.ts'
import { LeaseLost } from '../../reconcile/lease/lease-rows.ts'
import type { Stored } from '../archive/stored-archive.ts'
import { snapshotPrice } from '../rows/snapshot-price.ts'
import { archiveKey, publishSnapshotsChanged } from '../rows/snapshot-rows.ts'
import { openSnapshotUsage } from '../rows/snapshot-usage.ts'
import type { SnapshotRow } from '../rows/snapshot-wire.ts'
import type { WorkOptions } from './work-options.ts'

/** Records that a snapshot is whole and stored, and begins to count what it takes. */
export async function completeSnapshot(
  options: WorkOptions,
  row: SnapshotRow,
  stored: Stored,
  consistency: Consistency,
): Promise<void> {
  const { db, node, regions } = options
  // A bucket of the user costs nothing here.
  const dailyPriceMicros = row.isRemote ? 0 : snapshotPrice(stored.storedBytes, regions.unitPriceOf(row.region))
  const isRecorded = await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(snapshots)
      .set({ ...stored, consistency, dailyPriceMicros, state: 'Available', error: null, finishedAt: sql`now()` })
      .where(and(eq(snapshots.id, row.id), eq(snapshots.leaseOwner, node), eq(snapshots.state, 'Running')))
      .returning()
    if (!changed) return false
    await openSnapshotUsage(tx, changed)
    await applyRetention(tx, changed)
    await publishSnapshotsChanged(tx, changed)
    return true
  })
  if (isRecorded) return
  const [left] = await db.select({ id: snapshots.id }).from(snapshots).where(eq(snapshots.id, row.id))
  // Deleted with its organisation while it was written.
  if (!left) await (await options.storeOf(row)).remove(archiveKey(row))
  throw new LeaseLost()
}

/** Records a failure, and tells the user who requested the snapshot, or wrote its backup plan. */
export async function failSnapshot(
  { db, node }: WorkOptions,
  row: SnapshotRow,
  error: { code: string; message: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const [changed] = await tx
      .update(snapshots)
      .set({ state: 'Failed', error, storedBytes: 0, finishedAt: sql`now()` })
      .where(and(eq(snapshots.id, row.id), eq(snapshots.leaseOwner, node), isNull(snapshots.finishedAt), isTaken))
      .returning()
    if (!changed) return
    await publishSnapshotsChanged(tx, changed)
    if (!changed.createdBy) return
    await notifyUser(tx, changed.createdBy, {
      type: 'error',
      title: `The ${changed.backupId ? 'backup' : 'snapshot'} ${changed.name} failed`,
      message: error.message,
      additionalData: { projectId: changed.projectId, organizationId: changed.organizationId },
    })
  })
}

const isTaken = sql`${snapshots.state} in ('Pending', 'Running')`
