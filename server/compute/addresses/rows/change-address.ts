import { eq, sql } from 'drizzle-orm'
import type { AddressId } from '../../../../src/contract/wire/instance/address.ts'
import { publishOrganizationEvents } from '../../../live/outbox.ts'
import type { Tx } from '../../../store/connection.ts'
import { addresses } from '../../../store/schema.ts'
import { type AddressRow, addressWire } from './address-wire.ts'

/** Changes what an address is attached to, and publishes it. It locks the organisation's row after the address's. */
export async function attachAddress(
  tx: Tx,
  id: AddressId,
  to: Pick<AddressRow, 'instanceId' | 'service'>,
): Promise<void> {
  const [row] = await tx
    .update(addresses)
    .set({ ...to, listenErrors: {}, revision: sql`${addresses.revision} + 1`, updatedAt: sql`now()` })
    .where(eq(addresses.id, id))
    .returning()
  if (!row) return
  const { attachment, revision, updatedAt } = addressWire(row)
  await publishOrganizationEvents(tx, row.organizationId, {
    kind: 'addressChanged',
    id,
    revision,
    changes: { attachment, revision, updatedAt },
  })
}
