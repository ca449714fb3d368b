import { and, eq, inArray } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { BackupId } from '../../../src/contract/wire/volumes/snapshot.ts'
import { ApiError } from '../../http/api-error.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Tx } from '../../store/connection.ts'
import { snapshots } from '../../store/schema.ts'
import { inserted } from '../inserted.ts'
import { checkMaintained } from '../projects/check-maintained.ts'
import { checkQuotas } from '../quotas/quotas.ts'
import type { VolumeRow } from '../volumes/rows/volume-wire.ts'
import { publishSnapshotsChanged } from './rows/snapshot-rows.ts'
import type { SnapshotRow } from './rows/snapshot-wire.ts'

/** Of one project, so that a loop of a script does not fill the lists. */
const MAX_SNAPSHOTS = 1000
/** Of one volume at once: each reads all of it. */
const MAX_LIVE = 2

interface NewSnapshot {
  name: string
  pause: boolean
  createdBy: UserId | null
  backup?: { id: BackupId; isRemote: boolean }
}

/** Inserts a snapshot of a locked volume. Until its size is known, what the volume uses counts for the quota. */
export async function insertSnapshot(
  tx: Tx,
  quotas: QuotaLimits,
  volume: VolumeRow,
  { name, pause, createdBy, backup }: NewSnapshot,
): Promise<SnapshotRow> {
  if (volume.state !== 'Available')
    throw new ApiError('volumeInUse', {
      message:
        volume.state === 'Pending'
          ? 'This volume has no data yet. Deploy its instance first.'
          : 'This volume is not available.',
    })
  const live = inArray(snapshots.state, ['Pending', 'Running'])
  if ((await tx.$count(snapshots, and(eq(snapshots.volumeId, volume.id), live))) >= MAX_LIVE)
    throw new ApiError('quotaExceeded', { message: 'Snapshots of this volume are already being taken. Wait for them.' })
  const isRemote = backup?.isRemote ?? false
  const storedBytes = isRemote ? 0 : (volume.usedBytes ?? volume.sizeBytes)
  return insertRow(tx, quotas, {
    organizationId: volume.organizationId,
    projectId: volume.projectId,
    volumeId: volume.id,
    content: 'volume',
    source: volume.name,
    class: volume.class,
    volumeBytes: volume.sizeBytes,
    region: volume.region,
    name,
    pause,
    createdBy,
    storedBytes,
    backupId: backup?.id ?? null,
    isRemote,
  })
}

/** Inserts a row after the checks that all kinds of snapshots share. */
export async function insertRow(
  tx: Tx,
  quotas: QuotaLimits,
  values: typeof snapshots.$inferInsert,
): Promise<SnapshotRow> {
  if ((await tx.$count(snapshots, eq(snapshots.projectId, values.projectId))) >= MAX_SNAPSHOTS)
    throw new ApiError('quotaExceeded', { message: `This project has ${MAX_SNAPSHOTS} snapshots. Delete some.` })
  if (values.state !== 'Failed') await checkMaintained(tx, values.projectId)
  await lockOrganization(tx, values.organizationId)
  if (values.storedBytes > 0) await checkQuotas(tx, values.organizationId, { storage: values.storedBytes }, quotas)
  const row = inserted((await tx.insert(snapshots).values(values).returning())[0])
  await publishSnapshotsChanged(tx, row)
  return row
}
