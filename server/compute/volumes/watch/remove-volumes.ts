import { and, eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import { type Engine, EngineFailure } from '../../../engines/engine.ts'
import type { Engines } from '../../../engines/engines.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { closeVolumeUsage } from '../rows/volume-intervals.ts'
import { dataIdOf, type VolumeRow } from '../rows/volume-wire.ts'

export interface RemovalOptions {
  db: Db
  engines: Engines<Pick<Engine, 'removeVolume'>>
  log: Log
}

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
    const { id, organizationId } = row
    try {
      await engines.of(row.engine).removeVolume(dataIdOf(row))
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      log.warn({ err: error, volumeId: id }, 'failed to delete a volume; trying again later')
      return false
    }
    await db.transaction(async (tx) => {
      const [removed] = await tx.delete(volumes).where(eq(volumes.id, id)).returning()
      if (!removed) return
      await closeVolumeUsage(tx, id, 'deleted')
      await publishOrganizationEvents(tx, organizationId, { kind: 'volumeRemoved', id })
    })
    return true
  }
}

/** Deletes all volumes of an organisation whose instances are gone, and returns how many remain. */
export async function removeVolumesOf(options: RemovalOptions, organizationId: OrganizationId): Promise<number> {
  await options.db.update(volumes).set({ state: 'Deleting' }).where(eq(volumes.organizationId, organizationId))
  return removeDeletedVolumes(options, { organizationId })
}
