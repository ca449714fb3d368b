import { eq } from 'drizzle-orm'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { closeVolumeUsage } from './volume-intervals.ts'
import type { VolumeRow } from './volume-wire.ts'

/** Removes a volume of which no data is left to look after. Returns false when that is done. */
export async function removeVolumeRow(tx: Tx, { id, organizationId }: Pick<VolumeRow, 'id' | 'organizationId'>) {
  const [removed] = await tx.delete(volumes).where(eq(volumes.id, id)).returning()
  if (!removed) return false
  await closeVolumeUsage(tx, id, 'deleted')
  await publishOrganizationEvents(tx, organizationId, { kind: 'volumeRemoved', id })
  return true
}
