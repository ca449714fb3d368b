import type { Permission } from '../contract/access.ts'

export const roles = ['owner', 'admin', 'member'] as const
export type Role = (typeof roles)[number]

const reading: Permission[] = ['organization.read', 'projects.read', 'instances.read']
const deploying: Permission[] = ['projects.write', 'instances.write']

const permissions = new Map<string, ReadonlySet<Permission>>([
  ['owner', new Set([...reading, ...deploying, 'organization.write'])],
  ['admin', new Set([...reading, ...deploying, 'organization.write'])],
  ['member', new Set([...reading, ...deploying])],
] satisfies [Role, ReadonlySet<Permission>][])

const visitorPermissions: ReadonlySet<Permission> = new Set(reading)

/** Deny by default: an unknown role may nothing. */
export const roleMay = (role: string, permission: Permission): boolean =>
  permissions.get(role)?.has(permission) ?? false

/** What anybody may in an organisation that is publicly accessible. */
export const visitorMay = (permission: Permission): boolean => visitorPermissions.has(permission)
