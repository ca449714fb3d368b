import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Organization } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { ApiError } from '../http/api-error.ts'
import type { Caller } from '../http/handler.ts'
import { hasScope, keyOrganization } from '../http/require-user.ts'
import type { DbOrTx } from '../store/connection.ts'
import { formerUsernames, members, organizations } from '../store/schema.ts'
import { organizationWire } from './organization-wire.ts'

/**
 * Returns the organisation with this current or former username; the response contains the current one. Throws
 * `organizationNotFound` for a private organisation if the caller is not a member.
 */
export const findOrganization = async (db: DbOrTx, username: string, caller: Caller): Promise<Organization> => {
  const named = username.toLowerCase()
  const formerly = db
    .select({ id: formerUsernames.organizationId })
    .from(formerUsernames)
    .where(eq(formerUsernames.username, named))
  const [row] = await db
    .select()
    .from(organizations)
    .where(
      and(or(eq(organizations.username, named), inArray(organizations.id, formerly)), isNull(organizations.deletedAt)),
    )
  if (!row) throw new ApiError('organizationNotFound')
  const memberId = memberIdOf(caller, row.id)
  const [membership] = memberId
    ? await db
        .select({ role: members.role })
        .from(members)
        .where(and(eq(members.organizationId, row.id), eq(members.userId, memberId)))
    : []
  if (!membership && !row.publiclyAccessible) throw new ApiError('organizationNotFound')
  return organizationWire(row, membership?.role ?? null)
}

/** An API token outside its organisation, or without the scope `read`, counts as a visitor. */
const memberIdOf = (caller: Caller, organizationId: OrganizationId): UserId | null => {
  if (caller.kind === 'visitor' || !hasScope(caller, 'read')) return null
  return (keyOrganization(caller) ?? organizationId) === organizationId ? caller.userId : null
}
