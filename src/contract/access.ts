import { type KindName, type KindPermission, kindPermissions } from './kinds/kinds.ts'

const organizationPermissions = [
  'organization.read',
  'organization.write',
  'organization.delete',
  'visibility.write',
  'members.read',
  'members.write',
  'roles.write',
  'audit.read',
  'billing.read',
  'billing.write',
] as const

export type Permission = (typeof organizationPermissions)[number] | KindPermission | 'logs.read' | 'instances.execute'

/** What a member may do in an organisation; `src/rules/roles.ts` lists the permissions of each role. */
export const permissions: readonly Permission[] = [
  ...organizationPermissions,
  ...kindPermissions.flatMap(({ prefix }) => [`${prefix}.read`, `${prefix}.write`] as const),
  'logs.read',
  'instances.execute',
]

/** What an API token may do; `src/rules/token-scopes.ts` maps permissions to scopes. */
export const tokenScopes = [
  'read',
  'deploy',
  'execute',
  'logs',
  'billing',
  'settings',
  'secrets',
  'data',
  'audit',
  'members',
  'roles',
  'visibility',
  'deletion',
] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What leads to an organisation: itself, a resource of it, or a deployment of an instance. */
export type ScopeKind = 'organization' | KindName | 'deployment'

/** The input field with the id of the resource that access is checked against. */
export type InputPath = `params.${string}` | `query.${string}` | `body.${string}`

/**
 * Who may make a call. There is no default: a call without it does not compile, and a route without it does not start.
 * `inSession` calls concern the user's own account. No API token may make them, or it could extend its own rights.
 * An API token needs the scope of the permission `may`, or one of `tokenScopes` if the call does more than that.
 * With `visitors`, everyone may read the resources of a publicly accessible organisation.
 */
export type Access =
  | 'public'
  | 'signedIn'
  | 'inSession'
  | { may: Permission; in: ScopeKind; at: InputPath; visitors?: true; tokenScopes?: readonly TokenScope[] }

export const may = <const P extends Permission, const O extends ScopeKind, const A extends InputPath>(
  permission: P,
  owned: O,
  at: A,
) => ({ may: permission, in: owned, at }) as const

/** Copies data out, or destroys what no deployment brings back: a token for deployments is not sufficient. */
export const mayMoveData = <const O extends ScopeKind, const A extends InputPath>(owned: O, at: A) =>
  ({ may: 'instances.write', in: owned, at, tokenScopes: ['data'] }) as const

export const mayVisit = <const P extends Permission, const O extends ScopeKind, const A extends InputPath>(
  permission: P,
  owned: O,
  at: A,
) => ({ may: permission, in: owned, at, visitors: true }) as const
