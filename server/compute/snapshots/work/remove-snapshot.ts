import { and, eq, inArray } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { snapshots } from '../../../store/schema.ts'
import type { Settled } from '../../reconcile/mailboxes.ts'
import { archiveKey, publishSnapshotsChanged, unfinishedRestores } from '../rows/snapshot-rows.ts'
import { closeSnapshotUsage } from '../rows/snapshot-usage.ts'
import type { SnapshotRow } from '../rows/snapshot-wire.ts'
import type { WorkOptions } from './work-options.ts'

type RemovalOptions = Pick<WorkOptions, 'db' | 'storeOf'>

const LATER_MS = 5000

/** Removes the stored file and then the row, so that a process that is killed in between is repeated. */
export async function removeSnapshot({ db, storeOf }: RemovalOptions, row: SnapshotRow): Promise<Settled> {
  if ((await unfinishedRestores(db, row.id)) > 0) return { kind: 'rest', requeueAt: new Date(Date.now() + LATER_MS) }
  await (await storeOf(row)).remove(archiveKey(row))
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(snapshots)
      .where(and(eq(snapshots.id, row.id), inArray(snapshots.state, ['Deleting', 'Uploading'])))
      .returning()
    if (!removed) return
    await closeSnapshotUsage(tx, removed)
    await publishSnapshotsChanged(tx, removed)
  })
  return { kind: 'rest' }
}

/** Marks all snapshots of an organisation for removal, and returns their ids. */
export async function requestRemovalOf({ db }: RemovalOptions, organizationId: OrganizationId) {
  const rows = await db
    .update(snapshots)
    .set({ state: 'Deleting' })
    .where(eq(snapshots.organizationId, organizationId))
    .returning({ id: snapshots.id })
  return rows.map(({ id }) => id)
}
