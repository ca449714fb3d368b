import { and, eq } from 'drizzle-orm'
import type { Permission } from '../../../src/contract/access.ts'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import { mayGrant, permissionsOf } from '../../../src/rules/roles.ts'
import { scopeOfPermission, tokenPermissions } from '../../../src/rules/token-scopes.ts'
import { ApiError } from '../../http/api-error.ts'
import type { UserCaller } from '../../http/handler.ts'
import { apiKeyOf } from '../../http/require-user.ts'
import { grantScopesMissing, scopeMissing } from '../../http/scope-missing.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { members, rolePermissions } from '../../store/schema.ts'

/** Returns the permissions of a role in an organisation. */
export type Roles = (role: RoleGroup) => readonly Permission[]

export const rolesOf = async (db: DbOrTx, organizationId: OrganizationId): Promise<Roles> => {
  const rows = await db.select().from(rolePermissions).where(eq(rolePermissions.organizationId, organizationId))
  const changed = new Map(rows.map(({ role, permissions }) => [role, permissions]))
  return (role) => permissionsOf(role, changed.get(role) ?? null)
}

export const roleOf = async (
  db: DbOrTx,
  organizationId: OrganizationId,
  userId: UserId,
): Promise<RoleGroup | undefined> => {
  const [row] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
  return row?.role
}

export interface Membership {
  role: RoleGroup
  roles: Roles
  /**
   * Throws unless the caller has all these permissions: nobody may give, remove or change a role with more permissions
   * than their own.
   */
  checkGrant(permissions: readonly Permission[]): void
}

/**
 * Reads the caller's role and permissions again under the organisation's lock: the policy's result is cached for a
 * moment, and a member who was just removed must not change anything. An API token is limited to its scopes.
 */
export const requireMembership = async (
  tx: DbOrTx,
  organizationId: OrganizationId,
  caller: UserCaller,
  needed: Permission,
): Promise<Membership> => {
  const role = await roleOf(tx, organizationId, caller.userId)
  if (!role) throw new ApiError('organizationNotFound')
  const roles = await rolesOf(tx, organizationId)
  const own = roles(role)
  if (!own.includes(needed)) throw new ApiError('notAllowed')
  const apiKey = apiKeyOf(caller)
  const allowed = apiKey ? tokenPermissions(own, apiKey) : own
  if (!allowed.includes(needed)) throw scopeMissing([scopeOfPermission[needed]])
  return {
    role,
    roles,
    checkGrant: (permissions) => {
      if (!mayGrant(own, permissions)) throw new ApiError('notAllowed')
      const missing = permissions.filter((permission) => !allowed.includes(permission))
      if (missing.length > 0) throw grantScopesMissing([...new Set(missing.map((one) => scopeOfPermission[one]))])
    },
  }
}

/** Throws `lastOwner` if there is no other owner. */
export const requireAnotherOwner = async (tx: DbOrTx, organizationId: OrganizationId): Promise<void> => {
  const owners = await tx.$count(members, and(eq(members.organizationId, organizationId), eq(members.role, 'owner')))
  if (owners <= 1) throw new ApiError('lastOwner')
}
