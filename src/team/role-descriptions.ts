import type { Permission } from '../contract/access.ts'
import { type KindPermission, kindPermissions } from '../contract/kinds.ts'
import type { RoleGroup } from '../contract/wire/role.ts'

/** One-line descriptions of the roles. */
export const roleDescriptions: Record<RoleGroup, string> = {
  owner: 'May do everything, also delete the organisation and say what roles may do.',
  admin: 'Runs the organisation: members, settings, bills and everything that is deployed.',
  member: 'Deploys and changes projects and instances, and sees the bills.',
  billing: 'Looks after bills; sees what runs and changes none of it.',
  viewer: 'Sees what runs and changes nothing.',
}

const kindLabels = Object.fromEntries(
  kindPermissions.flatMap(({ prefix, read, write }) => [
    [`${prefix}.read`, read],
    [`${prefix}.write`, write],
  ]),
) as Record<KindPermission, string>

/** What each permission allows. */
export const permissionLabels: Record<Permission, string> = {
  ...kindLabels,
  'organization.read': 'See the organisation',
  'organization.write': 'Change its name and settings',
  'visibility.write': 'Make the organisation public or private',
  'organization.delete': 'Delete the organisation',
  'members.read': 'See the members',
  'members.write': 'Invite and remove members, give roles',
  'roles.write': 'Say what each role may do',
  'audit.read': 'Read the audit log',
  'billing.read': 'See bills and credit',
  'billing.write': 'Change billing details and payment',
  'logs.read': 'Read logs',
}
