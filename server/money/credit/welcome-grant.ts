import { sql } from 'drizzle-orm'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { storedBookings } from '../same-bookings.ts'
import { grantLot } from './grant-lot.ts'

interface Welcome {
  userId: UserId
  organizationId: OrganizationId
  micros: number
  at: Date
}

/**
 * Grants credit to the first organisation of a user: once for each user, also after that organisation is deleted. Call it under
 * the lock on usernames, so that it is not granted twice at a time.
 */
export const grantWelcome = async (tx: Tx, { userId, organizationId, micros, at }: Welcome): Promise<void> => {
  const key = `welcome/${userId}`
  if ((await storedBookings(tx, [key])).size > 0) return
  await grantLot(tx, {
    organizationId,
    amount: BigInt(micros),
    source: 'promotion',
    from: { kind: 'promotions' },
    kind: 'creditGranted',
    cause: { kind: 'user', id: userId },
    key,
    at,
  })
}

/** Grants the same to users who had organisations before billing was turned on: to the oldest that they own. */
export const grantWelcomeToOwners = async (tx: Tx, micros: number, at: Date): Promise<void> => {
  const { rows } = await tx.execute<{ user_id: UserId; organization_id: OrganizationId }>(sql`
    select distinct on (m.user_id) m.user_id, o.id as organization_id
    from member m join organization o on o.id = m.organization_id and o.deleted_at is null
    where m.role = 'owner' order by m.user_id, o.created_at, o.id`)
  for (const { user_id: userId, organization_id: organizationId } of rows)
    await grantWelcome(tx, { userId, organizationId, micros, at })
}
