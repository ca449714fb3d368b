import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import type { Tx } from '../../../store/connection.ts'
import { invalidField } from '../../catalogue/invalid-field.ts'
import { changeVolume } from './change-volume.ts'
import { closeVolumeUsage, openVolumeUsage } from './volume-intervals.ts'
import { volumePrice } from './volume-price.ts'
import type { VolumeRow } from './volume-wire.ts'

/** Enlarges a locked volume. The caller has checked its quota. */
export async function resizeVolume(
  tx: Tx,
  author: Author | null,
  row: VolumeRow,
  { sizeBytes, unitPrice }: { sizeBytes: number; unitPrice: UnitPrice },
): Promise<VolumeRow> {
  if (row.isSizeEnforced)
    throw invalidField('sizeBytes', `The engine cannot enlarge ${row.name}. Copy its data to a new volume.`)
  const dailyPriceMicros = volumePrice(row.class, sizeBytes, unitPrice)
  // The next measurement warns again where it is still too full.
  const changed = await changeVolume(tx, row.id, { sizeBytes, dailyPriceMicros, warnedPercent: 0 })
  if (!changed) throw new Error(`Volume ${row.id} is gone although its row was locked`)
  if (row.state === 'Available') {
    await closeVolumeUsage(tx, row.id, 'resized')
    await openVolumeUsage(tx, changed)
  }
  await writeAudit(tx, author, {
    organizationId: row.organizationId,
    action: 'volume.resized',
    target: row.name,
    before: { size: row.sizeBytes },
    after: { size: sizeBytes },
  })
  return changed
}
