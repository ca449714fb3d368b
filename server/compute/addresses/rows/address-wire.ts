import type { Address } from '../../../../src/contract/wire/instance/address.ts'
import type { addresses } from '../../../store/schema.ts'

export type AddressRow = typeof addresses.$inferSelect

export const addressWire = (row: AddressRow): Address => ({
  _id: row.id,
  organizationId: row.organizationId,
  projectId: row.projectId,
  type: row.type,
  name: row.name,
  ip: row.ip,
  region: row.region,
  attachment: row.instanceId && { instanceId: row.instanceId, service: row.service },
  dailyPriceMicros: row.dailyPriceMicros,
  revision: row.revision,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
