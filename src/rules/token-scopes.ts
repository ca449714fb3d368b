import type { Access, Permission, TokenScope } from '../contract/access.ts'
import type { AppType } from '../contract/wire/account.ts'
import { appTypeOf } from './roles.ts'

/** The one scope of each permission; a new permission does not compile without one. */
export const scopeOfPermission: Readonly<Record<Permission, TokenScope>> = {
  'organization.read': 'read',
  'members.read': 'read',
  'projects.read': 'read',
  'instances.read': 'read',
  'projects.write': 'deploy',
  'instances.write': 'deploy',
  'logs.read': 'logs',
  'billing.read': 'billing',
  'billing.write': 'billing',
  'organization.write': 'settings',
  'audit.read': 'audit',
  'members.write': 'members',
  'roles.write': 'roles',
  'visibility.write': 'visibility',
  'organization.delete': 'deletion',
}

/** Scopes that give away an organisation, its members or itself; the console warns before a token gets one. */
export const dangerousScopes: readonly TokenScope[] = ['secrets', 'audit', 'members', 'roles', 'visibility', 'deletion']

interface TokenRights {
  appType: AppType
  scopes: readonly TokenScope[]
}

/** What is left of its owner's permissions for an API token. */
export const tokenPermissions = (
  ofOwner: readonly Permission[],
  { appType, scopes }: TokenRights,
): readonly Permission[] =>
  ofOwner.filter(
    (permission) => scopes.includes(scopeOfPermission[permission]) && (appTypeOf(permission) ?? appType) === appType,
  )

/** The scopes of which an API token needs one; null for calls that ask for none. */
export const scopesFor = (access: Access): readonly TokenScope[] | null =>
  typeof access === 'string' ? null : (access.tokenScopes ?? [scopeOfPermission[access.may]])
