import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { inserted } from '../../inserted.ts'
import { type VolumeRow, volumeWire } from './volume-wire.ts'

/** Inserts a volume, which the engine creates before the first workload mounts it. */
export async function insertVolume(
  tx: Tx,
  author: Author | null,
  values: typeof volumes.$inferInsert,
): Promise<VolumeRow> {
  const row = inserted((await tx.insert(volumes).values(values).returning())[0])
  const { organizationId, name, sizeBytes } = row
  await publishOrganizationEvents(tx, organizationId, { kind: 'volumeCreated', row: volumeWire(row) })
  await writeAudit(tx, author, {
    organizationId,
    action: 'volume.created',
    target: name,
    after: { class: row.class, size: sizeBytes },
  })
  return row
}
