import { and, eq, inArray } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import type { Tx } from '../../store/connection.ts'
import { instances, snapshots, volumes } from '../../store/schema.ts'
import { insertRow, insertSnapshot } from '../snapshots/create-snapshot.ts'
import type { SnapshotRow } from '../snapshots/rows/snapshot-wire.ts'
import { STEP_BYTES } from '../snapshots/work/reserve-storage.ts'
import type { BackupRow } from './backup-wire.ts'

/** Inserts the snapshot of a plan. The caller has locked the project. Rejects while the last one is being taken. */
export async function takeBackup(
  tx: Tx,
  quotas: QuotaLimits,
  plan: BackupRow,
  createdBy: UserId | null,
): Promise<SnapshotRow> {
  const live = and(eq(snapshots.backupId, plan.id), inArray(snapshots.state, ['Pending', 'Running']))
  if ((await tx.$count(snapshots, live)) > 0)
    throw new ApiError('snapshotUnavailable', { message: 'The last backup of this plan is still being taken.' })
  const backup = { id: plan.id, isRemote: plan.place !== null }
  if (plan.content === 'volume') {
    const [volume] = plan.volumeId
      ? await tx.select().from(volumes).where(eq(volumes.id, plan.volumeId)).for('no key update')
      : []
    if (!volume) throw new ApiError('notFound', { message: 'The volume was deleted. Delete this backup plan.' })
    return insertSnapshot(tx, quotas, volume, { name: plan.name, pause: plan.pause, createdBy, backup })
  }
  const [instance] = plan.instanceId ? await tx.select().from(instances).where(eq(instances.id, plan.instanceId)) : []
  if (!instance) throw new ApiError('notFound', { message: 'The instance was deleted. Delete this backup plan.' })
  // How much its command will write is not known, so more is reserved while it writes.
  const storedBytes = backup.isRemote ? 0 : STEP_BYTES
  return insertRow(tx, quotas, { ...dumpColumns(plan, instance.region), storedBytes, createdBy })
}

/** Inserts a backup that could not begin, so that the list says why. */
export const insertFailedBackup = (
  tx: Tx,
  quotas: QuotaLimits,
  plan: BackupRow,
  error: { code: string; message: string },
): Promise<SnapshotRow> =>
  insertRow(tx, quotas, {
    ...dumpColumns(plan, ''),
    content: plan.content,
    state: 'Failed',
    error,
    createdBy: plan.createdBy,
    finishedAt: new Date(),
  })

const dumpColumns = (plan: BackupRow, region: string) => ({
  organizationId: plan.organizationId,
  projectId: plan.projectId,
  name: plan.name,
  content: 'dump' as const,
  source: plan.service || plan.name,
  class: 'beta1' as const,
  volumeBytes: 0,
  region,
  storedBytes: 0,
  backupId: plan.id,
  isRemote: plan.place !== null,
})
