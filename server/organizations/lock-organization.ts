import { and, eq, isNull } from 'drizzle-orm'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { ApiError } from '../http/api-error.ts'
import type { Tx } from '../store/connection.ts'
import { organizations } from '../store/schema.ts'
import type { OrganizationRow } from './organization-wire.ts'

/**
 * Held until the transaction ends, so that changes to an organisation's members, roles and invitations follow one another.
 * `update` also keeps new things from being made in it meanwhile.
 */
export const lockOrganization = async (
  tx: Tx,
  id: OrganizationId,
  strength: 'no key update' | 'update' = 'no key update',
): Promise<OrganizationRow> => {
  const [row] = await tx
    .select()
    .from(organizations)
    .where(and(eq(organizations.id, id), isNull(organizations.deletedAt)))
    .for(strength)
  if (!row) throw new ApiError('organizationNotFound')
  return row
}
