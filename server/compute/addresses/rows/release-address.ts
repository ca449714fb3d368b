import { eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Db, Tx } from '../../../store/connection.ts'
import { addresses } from '../../../store/schema.ts'
import { letRest } from '../pool/resting-addresses.ts'
import { closeAddressUsage } from './address-usage.ts'
import type { AddressRow } from './address-wire.ts'

/** Gives an address back to its pool. */
export async function releaseAddress(tx: Tx, row: AddressRow): Promise<void> {
  const { id, organizationId, type } = row
  await tx.delete(addresses).where(eq(addresses.id, id))
  await letRest(tx, row)
  await closeAddressUsage(tx, id, type === 'static' ? 'released' : 'closed')
  await publishOrganizationEvents(tx, organizationId, { kind: 'addressRemoved', id })
}

/** Releases all addresses of an organisation whose instances are gone. */
export const releaseAddressesOf = (db: Db, organizationId: OrganizationId): Promise<void> =>
  db.transaction(async (tx) => {
    const held = await tx.select().from(addresses).where(eq(addresses.organizationId, organizationId)).for('update')
    for (const row of held) await releaseAddress(tx, row)
  })
