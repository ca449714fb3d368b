import type { Volume } from '../../../../src/contract/wire/volumes/volume.ts'
import type { volumes } from '../../../store/schema.ts'

export type VolumeRow = typeof volumes.$inferSelect

export const volumeWire = (row: VolumeRow): Volume => ({
  _id: row.id,
  organizationId: row.organizationId,
  projectId: row.projectId,
  name: row.name,
  class: row.class,
  sizeBytes: row.sizeBytes,
  region: row.region,
  state: row.state,
  deletionError: row.deletionError,
  isSizeEnforced: row.isSizeEnforced,
  usedBytes: row.usedBytes,
  measuredAt: row.measuredAt?.toISOString() ?? null,
  attachment: row.instanceId && { instanceId: row.instanceId, service: row.service, mountPath: row.mountPath },
  dailyPriceMicros: row.dailyPriceMicros,
  revision: row.revision,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** The engine's id of a volume's data: a restore replaces the data as a whole. */
export const dataIdOf = ({ id, dataId }: Pick<VolumeRow, 'id' | 'dataId'>): string => dataId ?? id
