import { and, gt, lte, ne, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import type { DbOrTx, Tx } from '../../../store/connection.ts'
import { releasedAddresses } from '../../../store/schema.ts'
import type { AddressRow } from '../rows/address-wire.ts'

/** Clients and resolvers keep an address for minutes. */
const ADDRESS_REST_MS = 10 * 60_000

const restedAt = (now: Date): Date => new Date(now.getTime() - ADDRESS_REST_MS)

/** Lists the addresses that another organisation gave back a short time ago; that any did, for none. */
export async function restingAddresses(
  db: DbOrTx,
  organizationId: OrganizationId | null,
  now: Date,
): Promise<string[]> {
  const isForeign = organizationId === null ? undefined : ne(releasedAddresses.organizationId, organizationId)
  const rows = await db
    .select({ ip: releasedAddresses.ip })
    .from(releasedAddresses)
    .where(and(gt(releasedAddresses.releasedAt, restedAt(now)), isForeign))
  return rows.map(({ ip }) => ip)
}

export async function letRest(tx: Tx, { ip, organizationId }: AddressRow): Promise<void> {
  await tx
    .insert(releasedAddresses)
    .values({ ip, organizationId })
    .onConflictDoUpdate({ target: releasedAddresses.ip, set: { organizationId, releasedAt: sql`now()` } })
}

/** Forgets the addresses that have rested. */
export async function endRest(tx: Tx, now: Date): Promise<void> {
  await tx.delete(releasedAddresses).where(lte(releasedAddresses.releasedAt, restedAt(now)))
}
