import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '../../store/connection.ts'
import { backups, snapshots } from '../../store/schema.ts'
import { unfinishedRestores } from '../snapshots/rows/snapshot-rows.ts'
import type { SnapshotRow } from '../snapshots/rows/snapshot-wire.ts'
import { keptBackups } from './kept-backups.ts'

/** How many failed ones stay in the list. */
const KEPT_FAILURES = 10

/** Requests the removal of backups of a plan that its retention no longer keeps. */
export async function applyRetention(tx: Tx, { backupId }: SnapshotRow): Promise<void> {
  const [plan] = backupId ? await tx.select().from(backups).where(eq(backups.id, backupId)) : []
  if (!plan) return
  const rows = await tx
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.backupId, plan.id), inArray(snapshots.state, ['Available', 'Failed'])))
    .orderBy(desc(snapshots.createdAt), desc(snapshots.id))
  const kept = keptBackups(
    rows.filter(({ state }) => state === 'Available'),
    plan,
  )
  const failed = rows.filter(({ state }) => state === 'Failed')
  const over = [...rows.filter((row) => row.state === 'Available' && !kept.has(row)), ...failed.slice(KEPT_FAILURES)]
  for (const { id } of over)
    if ((await unfinishedRestores(tx, id)) === 0)
      await tx.update(snapshots).set({ state: 'Deleting' }).where(eq(snapshots.id, id))
}
