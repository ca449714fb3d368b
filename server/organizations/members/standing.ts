import { and, eq } from 'drizzle-orm'
import type { Permission } from '../../../src/contract/access.ts'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import { mayGrant, permissionsOf } from '../../../src/rules/roles.ts'
import { Refused } from '../../http/refused.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { members, rolePermissions } from '../../store/schema.ts'

/** What each role may in an organisation. */
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

export interface Standing {
  role: RoleGroup
  own: readonly Permission[]
  roles: Roles
  mayGive: (role: RoleGroup) => boolean
}

/**
 * What a member may, read again under the organisation's lock: the policy's answer can be a moment old, and a member who
 * was taken out just now changes nothing any more.
 */
export const standing = async (
  tx: DbOrTx,
  organizationId: OrganizationId,
  userId: UserId,
  needed: Permission,
): Promise<Standing> => {
  const role = await roleOf(tx, organizationId, userId)
  if (!role) throw new Refused('organizationNotFound')
  const roles = await rolesOf(tx, organizationId)
  const own = roles(role)
  if (!own.includes(needed)) throw new Refused('notAllowed')
  return { role, roles, own, mayGive: (given) => mayGrant(own, roles(given)) }
}

/** Refuses what would leave an organisation without an owner. */
export const keepAnOwner = async (tx: DbOrTx, organizationId: OrganizationId): Promise<void> => {
  const owners = await tx.$count(members, and(eq(members.organizationId, organizationId), eq(members.role, 'owner')))
  if (owners <= 1) throw new Refused('lastOwner')
}
