import type { Access, Permission, TokenScope } from '../contract/access.ts'
import { type KindPermission, kindPermissions } from '../contract/kinds/kinds.ts'
import type { AppType } from '../contract/wire/account.ts'
import { appTypeOf } from './roles.ts'

const scopesOfKinds = Object.fromEntries(
  kindPermissions.flatMap(({ prefix }) => [
    [`${prefix}.read`, 'read'],
    [`${prefix}.write`, 'deploy'],
  ]),
) as Record<KindPermission, TokenScope>

/** The scope of each permission; a new permission does not compile without one. */
export const scopeOfPermission: Readonly<Record<Permission, TokenScope>> = {
  ...scopesOfKinds,
  // Copies data out.
  'drains.write': 'data',
  'organization.read': 'read',
  'members.read': 'read',
  'logs.read': 'logs',
  'instances.execute': 'execute',
  'billing.read': 'billing',
  'billing.write': 'billing',
  'organization.write': 'settings',
  'audit.read': 'audit',
  'members.write': 'members',
  'roles.write': 'roles',
  'visibility.write': 'visibility',
  'organization.delete': 'deletion',
}

/** Scopes that can expose or delete an organisation or its data, or extend rights in it; the console warns about them. */
export const dangerousScopes: readonly TokenScope[] = [
  'execute',
  'secrets',
  'data',
  'audit',
  'members',
  'roles',
  'visibility',
  'deletion',
]

interface TokenRights {
  appType: AppType
  scopes: readonly TokenScope[]
}

/** Returns the owner's permissions that an API token has. */
export const tokenPermissions = (
  ofOwner: readonly Permission[],
  { appType, scopes }: TokenRights,
): readonly Permission[] =>
  ofOwner.filter(
    (permission) => scopes.includes(scopeOfPermission[permission]) && (appTypeOf(permission) ?? appType) === appType,
  )

/** Returns the scopes of which an API token needs at least one; null for calls that require none. */
export const scopesFor = (access: Access): readonly TokenScope[] | null =>
  typeof access === 'string' ? null : (access.tokenScopes ?? [scopeOfPermission[access.may]])
