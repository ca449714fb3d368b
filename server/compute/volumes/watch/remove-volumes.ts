import { and, eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import { type Engine, EngineFailure } from '../../../engines/engine.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Log } from '../../../log.ts'
import type { Db } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { closeVolumeUsage } from '../rows/volume-intervals.ts'
import { dataIdOf } from '../rows/volume-wire.ts'

export interface RemovalOptions {
  db: Db
  engine: Pick<Engine, 'removeVolume'>
  log: Log
}

/**
 * Deletes the data of volumes whose deletion was requested, and then their rows. The engine is asked first: a control
 * plane that is killed in between repeats it. Returns how many remain, such as those that a workload still mounts.
 */
export async function removeDeletedVolumes(
  { db, engine, log }: RemovalOptions,
  only?: { id: VolumeId } | { organizationId: OrganizationId },
): Promise<number> {
  const isOne = only && ('id' in only ? eq(volumes.id, only.id) : eq(volumes.organizationId, only.organizationId))
  const rows = await db
    .select()
    .from(volumes)
    .where(and(eq(volumes.state, 'Deleting'), isOne))
  let remaining = 0
  for (const row of rows) {
    const { id, organizationId } = row
    try {
      await engine.removeVolume(dataIdOf(row))
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      log.warn({ err: error, volumeId: id }, 'failed to delete a volume; trying again later')
      remaining += 1
      continue
    }
    await db.transaction(async (tx) => {
      const [removed] = await tx.delete(volumes).where(eq(volumes.id, id)).returning()
      if (!removed) return
      await closeVolumeUsage(tx, id, 'deleted')
      await publishOrganizationEvents(tx, organizationId, { kind: 'volumeRemoved', id })
    })
  }
  return remaining
}

/** Deletes all volumes of an organisation whose instances are gone, and returns how many remain. */
export async function removeVolumesOf(options: RemovalOptions, organizationId: OrganizationId): Promise<number> {
  await options.db.update(volumes).set({ state: 'Deleting' }).where(eq(volumes.organizationId, organizationId))
  return removeDeletedVolumes(options, { organizationId })
}
