import { type Permission, permissions } from '../contract/access.ts'
import type { AppType } from '../contract/wire/account.ts'
import type { RoleGroup } from '../contract/wire/role.ts'

const visiting: Permission[] = ['organization.read', 'members.read', 'projects.read', 'instances.read']
const reading: Permission[] = [...visiting, 'logs.read']
const deploying: Permission[] = ['projects.write', 'instances.write']

/** What each role may where an organisation has not changed it. */
export const usualPermissions: Record<RoleGroup, readonly Permission[]> = {
  owner: permissions,
  admin: permissions.filter((permission) => permission !== 'organization.delete' && permission !== 'roles.write'),
  member: [...reading, ...deploying, 'billing.read'],
  billing: [...reading, 'billing.read', 'billing.write'],
  viewer: reading,
}

const none: readonly Permission[] = []

/**
 * What a role may in an organisation; `changed` is what the organisation has made of it. An owner may all whatever was
 * changed, and every member may see that the organisation is there. Deny by default: an unknown role may nothing.
 */
export const permissionsOf = (role: string, changed: readonly Permission[] | null = null): readonly Permission[] => {
  if (role === 'owner') return usualPermissions.owner
  const usual = Object.hasOwn(usualPermissions, role) ? usualPermissions[role as RoleGroup] : none
  if (usual === none || changed === null) return usual
  return changed.includes('organization.read') ? changed : ['organization.read', ...changed]
}

export const roleMay = (role: string, permission: Permission, changed: readonly Permission[] | null = null): boolean =>
  permissionsOf(role, changed).includes(permission)

/** What anybody may in an organisation that is publicly accessible. */
export const visitorPermissions: readonly Permission[] = visiting

export const visitorMay = (permission: Permission): boolean => visitorPermissions.includes(permission)

/** Nobody gives a role, takes one away or changes one that may more than they may themselves. */
export const mayGrant = (own: readonly Permission[], granted: readonly Permission[]): boolean =>
  granted.every((permission) => own.includes(permission))

const appTypes: Readonly<Record<string, AppType>> = { projects: 'compute', instances: 'compute', logs: 'compute' }

/** The kind of app that a permission is about; null for what is about the organisation itself. */
export const appTypeOf = (permission: Permission): AppType | null =>
  appTypes[permission.slice(0, permission.indexOf('.'))] ?? null
