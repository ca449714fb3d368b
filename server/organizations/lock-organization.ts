import { and, eq, isNull } from 'drizzle-orm'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { ApiError } from '../http/api-error.ts'
import type { Tx } from '../store/connection.ts'
import { organizations } from '../store/schema.ts'
import type { OrganizationRow } from './organization-wire.ts'

/**
 * Locks an organisation until the transaction ends, to serialise changes to its members, roles and invitations.
 * `update` also prevents rows that reference the organisation from being created meanwhile.
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
