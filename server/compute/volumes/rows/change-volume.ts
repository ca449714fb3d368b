import { eq, sql } from 'drizzle-orm'
import type { Volume, VolumeId } from '../../../../src/contract/wire/volumes/volume.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { volumes } from '../../../store/schema.ts'
import { type VolumeRow, volumeWire } from './volume-wire.ts'

type Changed = Partial<Omit<VolumeRow, 'id' | 'revision' | 'createdAt' | 'updatedAt'>>

/** The fields that columns of other names are shown in. */
const fieldsOf: Partial<Record<keyof Changed, keyof Volume>> = {
  instanceId: 'attachment',
  service: 'attachment',
  mountPath: 'attachment',
}

/** Changes a volume and publishes the change. It locks the organisation's row after the volume's. */
export async function changeVolume(tx: Tx, id: VolumeId, set: Changed): Promise<VolumeRow | undefined> {
  const [row] = await tx
    .update(volumes)
    .set({ ...set, revision: sql`${volumes.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(volumes.id, id))
    .returning()
  if (!row) return undefined
  const wire = volumeWire(row)
  const names = (Object.keys(set) as (keyof Changed)[]).map((column) => fieldsOf[column] ?? column)
  const fields = ['revision', 'updatedAt', ...names].filter((name): name is keyof Volume => name in wire)
  await publishOrganizationEvents(tx, row.organizationId, {
    kind: 'volumeChanged',
    id,
    revision: row.revision,
    changes: Object.fromEntries(fields.map((field) => [field, wire[field]])),
  })
  return row
}
