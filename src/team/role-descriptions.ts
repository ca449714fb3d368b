import type { Permission } from '../contract/access.ts'
import { type KindPermission, kindPermissions } from '../contract/kinds/kinds.ts'
import type { RoleGroup } from '../contract/wire/role.ts'

/** One-line descriptions of the roles. */
export const roleDescriptions: Record<RoleGroup, string> = {
  owner: 'Full access, including role permissions and deletion of the organisation.',
  admin: 'Manages members, settings, billing and all deployments.',
  member: 'Deploys and changes projects and instances, and views billing.',
  billing: 'Manages billing, and views projects and instances.',
  viewer: 'Views projects and instances without changing them.',
}

const kindLabels = Object.fromEntries(
  kindPermissions.flatMap(({ prefix, read, write }) => [
    [`${prefix}.read`, read],
    [`${prefix}.write`, write],
  ]),
) as Record<KindPermission, string>

/** The label of each permission. */
export const permissionLabels: Record<Permission, string> = {
  ...kindLabels,
  'organization.read': 'View the organisation',
  'organization.write': 'Change its name and settings',
  'visibility.write': 'Make the organisation public or private',
  'organization.delete': 'Delete the organisation',
  'members.read': 'View the members',
  'members.write': 'Invite and remove members, change roles',
  'roles.write': 'Change role permissions',
  'audit.read': 'Read the audit log',
  'billing.read': 'View bills and credit',
  'billing.write': 'Change billing details and payment',
  'logs.read': 'Read logs',
  'instances.execute': 'Run commands in running containers',
}
