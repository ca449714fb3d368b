import { type Permission, permissions } from '../contract/access.ts'
import { kindPermissions, kinds } from '../contract/kinds/kinds.ts'
import type { AppType } from '../contract/wire/account.ts'
import type { RoleGroup } from '../contract/wire/role.ts'

/** A drain sends everything that instances print out of the organisation. */
const ofMembers = kindPermissions.filter(({ prefix }) => prefix !== 'drains')

const visiting: Permission[] = [
  'organization.read',
  'members.read',
  ...ofMembers.map(({ prefix }) => `${prefix}.read` as const),
]
const reading: Permission[] = [...visiting, 'logs.read']
const deploying: Permission[] = ofMembers.map(({ prefix }) => `${prefix}.write` as const)

/** Permissions that an owner gives to other roles by choice. */
const ownersOnly: readonly Permission[] = ['organization.delete', 'roles.write', 'instances.execute']

/** The default permissions of each role. */
export const defaultPermissions: Record<RoleGroup, readonly Permission[]> = {
  owner: permissions,
  admin: permissions.filter((permission) => !ownersOnly.includes(permission)),
  member: [...reading, ...deploying, 'billing.read'],
  billing: [...reading, 'billing.read', 'billing.write'],
  viewer: reading,
}

const none: readonly Permission[] = []

/**
 * Returns the permissions of a role; `changed` are the organisation's own settings for it. Owners always have all
 * permissions, and every member may read the organisation. Deny by default: an unknown role has none.
 */
export const permissionsOf = (role: string, changed: readonly Permission[] | null = null): readonly Permission[] => {
  if (role === 'owner') return defaultPermissions.owner
  const usual = Object.hasOwn(defaultPermissions, role) ? defaultPermissions[role as RoleGroup] : none
  if (usual === none || changed === null) return usual
  return changed.includes('organization.read') ? changed : ['organization.read', ...changed]
}

export const roleMay = (role: string, permission: Permission, changed: readonly Permission[] | null = null): boolean =>
  permissionsOf(role, changed).includes(permission)

/** The permissions of everyone in a publicly accessible organisation. */
export const visitorPermissions: readonly Permission[] = visiting

export const visitorMay = (permission: Permission): boolean => visitorPermissions.includes(permission)

/** A member may only grant, revoke or change roles whose permissions they have themselves. */
export const mayGrant = (own: readonly Permission[], granted: readonly Permission[]): boolean =>
  granted.every((permission) => own.includes(permission))

const appTypes: ReadonlyMap<string, AppType> = new Map([
  ...kinds.map(({ permissions: { prefix }, appType }) => [prefix, appType] as const),
  ['logs', 'compute'],
])

/** Returns the kind of app that a permission concerns; null if it concerns the organisation itself. */
export const appTypeOf = (permission: Permission): AppType | null =>
  appTypes.get(permission.slice(0, permission.indexOf('.'))) ?? null

/** Returns the label of a role; it may be one of a newer version. */
export const roleLabel = (role: string): string => role.charAt(0).toUpperCase() + role.slice(1)

export const appTypeNames: Record<AppType, string> = { site: 'Static Site', compute: 'Compute', storage: 'Storage' }
