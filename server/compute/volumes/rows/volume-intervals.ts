import { and, eq, isNull, sql } from 'drizzle-orm'
import type { VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import type { Tx } from '../../../store/connection.ts'
import { usageIntervals } from '../../../store/schema.ts'
import type { VolumeRow } from './volume-wire.ts'

/** Begins to count a volume that the engine has. Does nothing while it is counted. */
export async function openVolumeUsage(tx: Tx, row: VolumeRow): Promise<void> {
  await tx
    .insert(usageIntervals)
    .values({
      organizationId: row.organizationId,
      projectId: row.projectId,
      subject: 'volume',
      subjectId: row.id,
      storageBytes: row.sizeBytes,
      dailyPriceMicros: row.dailyPriceMicros,
      startedAt: sql`now()`,
    })
    .onConflictDoNothing()
}

export async function closeVolumeUsage(tx: Tx, id: VolumeId, endReason: 'deleted' | 'resized'): Promise<void> {
  await tx
    .update(usageIntervals)
    .set({ endedAt: sql`greatest(${usageIntervals.startedAt}, now())`, endReason })
    .where(and(eq(usageIntervals.subjectId, id), isNull(usageIntervals.endedAt)))
}
