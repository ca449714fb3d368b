import { eq } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'
import { addresses } from '../../../store/schema.ts'
import type { Region } from '../../catalogue/regions/regions.ts'
import { addressPool } from './address-pool.ts'

/** Returns how many addresses of a region's pool nobody holds. */
export async function freeAddresses(db: DbOrTx, region: Pick<Region, 'name' | 'addressPool'>): Promise<number> {
  const pool = addressPool(region.addressPool)
  if (pool.size === 0) return 0
  const held = await db.select({ ip: addresses.ip }).from(addresses).where(eq(addresses.region, region.name))
  return pool.size - held.filter(({ ip }) => pool.has(ip)).length
}
