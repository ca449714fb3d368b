import { eq } from 'drizzle-orm'
import { EngineFailure } from '../../../engines/engine.ts'
import type { Tx } from '../../../store/connection.ts'
import { abandonedData } from '../../../store/schema.ts'
import { removeVolumeRow } from '../rows/remove-volume-row.ts'
import { dataIdOf, type VolumeRow } from '../rows/volume-wire.ts'
import type { RemovalOptions } from './removal-options.ts'

/** Removes a volume whose engine is not connected, and remembers its data. */
export async function abandonData(tx: Tx, row: VolumeRow): Promise<void> {
  if (!(await removeVolumeRow(tx, row))) return
  const { engine } = row
  await tx
    .insert(abandonedData)
    .values({ id: dataIdOf(row), engine })
    .onConflictDoNothing()
}

/** Deletes abandoned data on the engines that are connected again. */
export async function deleteAbandonedData({ db, engines, log }: RemovalOptions): Promise<void> {
  for (const { id, engine } of await db.select().from(abandonedData)) {
    if (!engines.has(engine)) continue
    try {
      await engines.of(engine).removeVolume(id)
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      log.warn({ err: error, dataId: id, engine }, 'failed to delete abandoned data; trying again later')
      continue
    }
    await db.delete(abandonedData).where(eq(abandonedData.id, id))
  }
}
