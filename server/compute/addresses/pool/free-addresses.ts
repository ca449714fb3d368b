import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { addresses } from '../../../store/schema.ts'
import type { Region } from '../../catalogue/regions/regions.ts'
import { addressPool } from './address-pool.ts'
import { restingAddresses } from './resting-addresses.ts'

/** Returns how many addresses of a region's pool an organisation could take now, or one without any history. */
export async function freeAddresses(
  db: DbOrTx,
  region: Pick<Region, 'addressPool'>,
  organizationId: OrganizationId | null,
  now: Date = new Date(),
): Promise<number> {
  const pool = addressPool(region.addressPool)
  if (pool.size === 0) return 0
  const taken = new Set((await db.select({ ip: addresses.ip }).from(addresses)).map(({ ip }) => ip))
  for (const ip of await restingAddresses(db, organizationId, now)) taken.add(ip)
  return pool.size - [...taken].filter((ip) => pool.has(ip)).length
}
