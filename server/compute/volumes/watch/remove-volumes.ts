import { and, eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { Volume, VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import { EngineFailure } from '../../../engines/engine.ts'
import { volumes } from '../../../store/schema.ts'
import { changeVolume } from '../rows/change-volume.ts'
import { removeVolumeRow } from '../rows/remove-volume-row.ts'
import { dataIdOf, type VolumeRow } from '../rows/volume-wire.ts'
import { abandonData } from './abandoned-data.ts'
import type { RemovalOptions } from './removal-options.ts'

/**
 * Deletes the data of volumes whose deletion was requested, and then their rows. The engine is asked first: a control
 * plane that is killed in between repeats it. Returns how many remain, such as those that a workload still mounts.
 */
export async function removeDeletedVolumes(
  { db, engines, log }: RemovalOptions,
  only?: { id: VolumeId } | { organizationId: OrganizationId },
): Promise<number> {
  const isOne = only && ('id' in only ? eq(volumes.id, only.id) : eq(volumes.organizationId, only.organizationId))
  const rows = await db
    .select()
    .from(volumes)
    .where(and(eq(volumes.state, 'Deleting'), isOne))
  // At the same time for all engines, so that none waits for one that does not answer.
  const counts = await Promise.all([...Map.groupBy(rows, ({ engine }) => engine).values()].map(removeInTurn))
  return counts.reduce((sum, count) => sum + count, 0)

  async function removeInTurn(group: VolumeRow[]): Promise<number> {
    let remaining = 0
    for (const row of group) if (!(await remove(row))) remaining += 1
    return remaining
  }

  async function remove(row: VolumeRow): Promise<boolean> {
    try {
      await engines.of(row.engine).removeVolume(dataIdOf(row))
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      log.warn({ err: error, volumeId: row.id }, 'failed to delete a volume; trying again later')
      const code = engines.has(row.engine) ? error.code : 'engineNotConnected'
      await setDeletionError(row, { code, message: error.message })
      return false
    }
    await db.transaction((tx) => removeVolumeRow(tx, row))
    return true
  }

  async function setDeletionError(row: VolumeRow, deletionError: NonNullable<Volume['deletionError']>): Promise<void> {
    const { code, message } = row.deletionError ?? {}
    if (code === deletionError.code && message === deletionError.message) return
    await db.transaction((tx) => changeVolume(tx, row.id, { deletionError }))
  }
}

/**
 * Deletes all volumes of an organisation whose instances are gone, and returns how many remain. Those of engines that
 * are not connected do not keep the organisation.
 */
export async function removeVolumesOf(options: RemovalOptions, organizationId: OrganizationId): Promise<number> {
  const { db, engines } = options
  const rows = await db
    .update(volumes)
    .set({ state: 'Deleting' })
    .where(eq(volumes.organizationId, organizationId))
    .returning()
  for (const row of rows) if (!engines.has(row.engine)) await db.transaction((tx) => abandonData(tx, row))
  return removeDeletedVolumes(options, { organizationId })
}
