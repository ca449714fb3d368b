import { eq } from 'drizzle-orm'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { addresses } from '../../../store/schema.ts'
import { closeAddressUsage } from './address-usage.ts'
import type { AddressRow } from './address-wire.ts'

/** Gives an address back to its pool. */
export async function releaseAddress(tx: Tx, { id, organizationId, type }: AddressRow): Promise<void> {
  await tx.delete(addresses).where(eq(addresses.id, id))
  await closeAddressUsage(tx, id, type === 'static' ? 'released' : 'closed')
  await publishOrganizationEvents(tx, organizationId, { kind: 'addressRemoved', id })
}
