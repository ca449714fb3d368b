import { sql } from 'drizzle-orm'
import { ApiError } from '../../../http/api-error.ts'
import type { Tx } from '../../../store/connection.ts'
import { addresses } from '../../../store/schema.ts'
import type { Region } from '../../catalogue/regions/regions.ts'
import type { AddressRow } from '../rows/address-wire.ts'
import { addressPool } from './address-pool.ts'
import { endRest, restingAddresses } from './resting-addresses.ts'

type Taking = Omit<typeof addresses.$inferInsert, 'ip' | 'region'>

/** Serialises allocations until the commit: take it after the organisation's row, and before the audit chain. */
export const lockAllocation = (tx: Tx) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('region-addresses'))`)

/**
 * Takes a free address of a region's pool. One that another organisation has just given back rests. Begins anywhere, so
 * that the organisation's own is not taken again at once either.
 */
export async function takeAddress(
  tx: Tx,
  region: Pick<Region, 'name' | 'addressPool' | 'title'>,
  values: Taking,
  now: Date = new Date(),
): Promise<AddressRow> {
  await endRest(tx, now)
  const held = new Set((await tx.select({ ip: addresses.ip }).from(addresses)).map(({ ip }) => ip))
  for (const ip of await restingAddresses(tx, values.organizationId, now)) held.add(ip)
  for (const ip of addressPool(region.addressPool).from(Math.random())) {
    if (held.has(ip)) continue
    // Nothing is inserted if another transaction has taken it.
    const [row] = await tx
      .insert(addresses)
      .values({ ...values, ip, region: region.name })
      .onConflictDoNothing({ target: addresses.ip })
      .returning()
    if (row) return row
  }
  throw new ApiError('noFreeAddress', {
    message: `${region.title} has no free IP address left. Release one, or choose a shared one.`,
  })
}
