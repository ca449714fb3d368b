import { and, eq } from 'drizzle-orm'
import { exceededQuota } from '../../../../src/rules/quotas.ts'
import { lockOrganization } from '../../../organizations/lock-organization.ts'
import { snapshots } from '../../../store/schema.ts'
import { readQuotas } from '../../quotas/quotas.ts'
import { LeaseLost } from '../../reconcile/lease/lease-rows.ts'
import type { SnapshotRow } from '../rows/snapshot-wire.ts'
import { WorkFailed } from './failure-of.ts'
import type { WorkOptions } from './work-options.ts'

/** How much more is reserved at a time, so that a copy of unknown size asks the database seldom. */
export const STEP_BYTES = 16 * 1024 ** 2

/** Returns a function that reserves storage as an archive grows, and fails when the quota has no more. */
export function reserveStorage({ db, node, quotas }: WorkOptions, row: SnapshotRow) {
  let reserved = row.storedBytes

  return async (bytes: number): Promise<void> => {
    // A bucket of the user takes nothing here.
    if (row.isRemote || bytes <= reserved) return
    const storedBytes = bytes + STEP_BYTES
    await db.transaction(async (tx) => {
      await lockOrganization(tx, row.organizationId)
      const found = await readQuotas(tx, row.organizationId, quotas)
      if (exceededQuota(found, { storage: storedBytes - reserved })) throw noStorage()
      const [changed] = await tx
        .update(snapshots)
        .set({ storedBytes })
        .where(and(eq(snapshots.id, row.id), eq(snapshots.leaseOwner, node), eq(snapshots.state, 'Running')))
        .returning({ id: snapshots.id })
      if (!changed) throw new LeaseLost()
    })
    reserved = storedBytes
  }
}

const noStorage = () =>
  new WorkFailed(
    'quotaExceeded',
    'Your organisation has no storage left for this. Delete snapshots that you no longer need, or ask the operator to raise the limit.',
  )
