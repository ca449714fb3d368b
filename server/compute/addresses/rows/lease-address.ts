import type { UnitPrice } from '../../../../src/contract/wire/catalogue.ts'
import { addressResources } from '../../../../src/rules/pricing/priced-parts.ts'
import { dailyPriceMicros } from '../../../../src/rules/pricing/resource-price.ts'
import { type Author, writeAudit } from '../../../audit/write-audit.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import type { addresses } from '../../../store/schema.ts'
import type { Region } from '../../catalogue/regions/regions.ts'
import { takeAddress } from '../pool/take-address.ts'
import { openAddressUsage } from './address-usage.ts'
import { type AddressRow, addressWire } from './address-wire.ts'

type Lease = Omit<typeof addresses.$inferInsert, 'ip' | 'region' | 'dailyPriceMicros'>

/** What an address costs a day, in micro-dollars. */
export const addressPrice = (unitPrice: UnitPrice): number => dailyPriceMicros(addressResources, unitPrice)

/** Takes an address and begins to count it. The caller has checked the quota and locked allocations. */
export async function leaseAddress(
  tx: Tx,
  author: Author | null,
  { region, unitPrice, ...values }: Lease & { region: Region; unitPrice: UnitPrice },
): Promise<AddressRow> {
  const row = await takeAddress(tx, region, { ...values, dailyPriceMicros: addressPrice(unitPrice) })
  await openAddressUsage(tx, row)
  await publishOrganizationEvents(tx, row.organizationId, { kind: 'addressCreated', row: addressWire(row) })
  if (row.type === 'static')
    await writeAudit(tx, author, {
      organizationId: row.organizationId,
      action: 'address.leased',
      target: row.name,
      after: { ip: row.ip, region: row.region },
    })
  return row
}
