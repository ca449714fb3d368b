import { eq, sql } from 'drizzle-orm'
import { ApiError } from '../../../http/api-error.ts'
import type { Tx } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import type { Region } from '../../catalogue/regions/regions.ts'
import type { VolumeRow } from './volume-wire.ts'

const GIB = 1_073_741_824

/** Bytes of each storage class. */
type ClassBytes = ReadonlyMap<VolumeRow['class'], number>

/**
 * Rejects what exceeds the storage that the region's settings map to a class. The lock serialises this for all
 * organisations until the commit: take it after the organisation's row, and before the audit chain.
 */
export async function checkClassCapacity(tx: Tx, region: Region, added: ClassBytes): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('volume-storage'))`)
  const rows = await tx
    .select({ class: volumes.class, bytes: sql<number>`sum(${volumes.sizeBytes})`.mapWith(Number) })
    .from(volumes)
    .where(eq(volumes.region, region.name))
    .groupBy(volumes.class)
  for (const [name, bytes] of added) {
    const held = rows.find((row) => row.class === name)?.bytes ?? 0
    if (held + bytes > (region.storage[name] ?? 0) * GIB)
      throw new ApiError('insufficientCapacity', {
        message: `${region.title} has not enough storage of the class ${name} left. Choose a smaller size or another class.`,
      })
  }
}
