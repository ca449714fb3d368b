import { and, eq, inArray, isNotNull, or } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { VolumeId } from '../../../src/contract/wire/volumes/volume.ts'
import type { Author } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import { lockOrganization } from '../../organizations/lock-organization.ts'
import type { Tx } from '../../store/connection.ts'
import { restores, volumes } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import type { Regions } from '../catalogue/regions/regions.ts'
import { inserted } from '../inserted.ts'
import { checkMaintained } from '../projects/check-maintained.ts'
import { checkQuotas } from '../quotas/quotas.ts'
import { checkClassCapacity } from '../volumes/rows/class-capacity.ts'
import { insertVolume } from '../volumes/rows/insert-volume.ts'
import { volumePrice } from '../volumes/rows/volume-price.ts'
import type { VolumeRow } from '../volumes/rows/volume-wire.ts'
import { checkRestoreLimits } from './rows/restore-limits.ts'
import { publishSnapshotsChanged } from './rows/snapshot-rows.ts'
import type { RestoreRow, SnapshotRow } from './rows/snapshot-wire.ts'

interface RestoreOptions {
  quotas: QuotaLimits
  regions: Regions
}

/** Finds the volume whose data is replaced. The caller has locked the project. */
export async function lockTarget(tx: Tx, snapshot: SnapshotRow, id: VolumeId): Promise<VolumeRow> {
  const [volume] = await tx
    .select()
    .from(volumes)
    .where(and(eq(volumes.id, id), eq(volumes.projectId, snapshot.projectId)))
    .for('no key update')
  if (!volume) throw invalidField('volumeId', 'This volume does not exist in the project of the snapshot.')
  if (volume.state !== 'Available') throw invalidField('volumeId', 'This volume has no data yet, or is being deleted.')
  if (snapshot.contentBytes !== null && volume.isSizeEnforced && snapshot.contentBytes > volume.sizeBytes)
    throw invalidField('volumeId', `${volume.name} is too small for this snapshot. Restore it into a new volume.`)
  const busy = or(inArray(restores.state, ['Pending', 'Running']), isNotNull(restores.restartId))
  if ((await tx.$count(restores, and(eq(restores.volumeId, id), busy))) > 0)
    throw new ApiError('volumeInUse', { message: `${volume.name} is already being restored.` })
  return volume
}

/** Inserts the volume that a snapshot is restored to. It cannot be mounted before its data is whole. */
export async function insertTarget(
  tx: Tx,
  author: Author,
  { quotas, regions }: RestoreOptions,
  snapshot: SnapshotRow,
  name: string,
): Promise<VolumeRow> {
  const { organizationId, projectId, class: storageClass, volumeBytes: sizeBytes } = snapshot
  const taken = await tx.$count(volumes, and(eq(volumes.projectId, projectId), eq(volumes.name, name)))
  if (taken > 0) throw invalidField('newVolume', 'This project already has a volume of this name.')
  const region = regions.named(snapshot.region)
  await lockOrganization(tx, organizationId)
  await checkQuotas(tx, organizationId, { storage: sizeBytes }, quotas)
  await checkClassCapacity(tx, region, new Map([[storageClass, sizeBytes]]))
  return insertVolume(tx, author, {
    organizationId,
    projectId,
    name,
    class: storageClass,
    sizeBytes,
    region: region.name,
    engine: region.engineName,
    state: 'Restoring',
    dailyPriceMicros: volumePrice(storageClass, sizeBytes, regions.unitPriceOf(region.name)),
  })
}

interface NewRestore {
  kind: RestoreRow['kind']
  volume?: VolumeRow
  createdBy: UserId | null
  regions: Pick<Regions, 'engineOf'>
}

export async function insertRestore(
  tx: Tx,
  snapshot: SnapshotRow,
  { kind, volume, createdBy, regions }: NewRestore,
): Promise<RestoreRow> {
  await checkMaintained(tx, snapshot.projectId)
  await checkRestoreLimits(tx, snapshot)
  const row = inserted(
    (
      await tx
        .insert(restores)
        .values({
          organizationId: snapshot.organizationId,
          projectId: snapshot.projectId,
          snapshotId: snapshot.id,
          volumeId: volume?.id ?? null,
          engine: volume?.engine ?? regions.engineOf(snapshot.region),
          target: volume?.name ?? snapshot.name,
          kind,
          createdBy,
        })
        .returning()
    )[0],
  )
  await publishSnapshotsChanged(tx, row)
  return row
}
