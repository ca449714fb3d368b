/** What a member may do in an organisation; which role may what stands in `src/rules/roles.ts`. */
export const permissions = [
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
  'projects.read',
  'projects.write',
  'instances.read',
  'instances.write',
  'logs.read',
] as const
export type Permission = (typeof permissions)[number]

/** What an API token can be allowed; `src/rules/token-scopes.ts` says which permissions each stands for. */
export const tokenScopes = [
  'read',
  'deploy',
  'logs',
  'billing',
  'settings',
  'secrets',
  'audit',
  'members',
  'roles',
  'visibility',
  'deletion',
] as const
export type TokenScope = (typeof tokenScopes)[number]

/** The kinds of thing that lead to an organisation. */
export type Owned = 'organization' | 'project' | 'instance' | 'deployment'

/** Where a call's input names the thing that decides. */
export type InputPath = `params.${string}` | `query.${string}` | `body.${string}`

/**
 * Who may make a call. There is no default: a call without one does not compile, and a route without one does not start.
 * `inSession` changes a person or what is theirs alone: no API token may make it, or it could make itself more rights.
 * An API token needs the scope of the permission `may`, or one of `tokenScopes` where a call does more than it says.
 * With `visitors`, anybody may read what belongs to a publicly accessible organisation.
 */
export type Access =
  | 'public'
  | 'signedIn'
  | 'inSession'
  | { may: Permission; in: Owned; at: InputPath; visitors?: true; tokenScopes?: readonly TokenScope[] }

export const may = <const P extends Permission, const O extends Owned, const A extends InputPath>(
  permission: P,
  owned: O,
  at: A,
) => ({ may: permission, in: owned, at }) as const

export const mayVisit = <const P extends Permission, const O extends Owned, const A extends InputPath>(
  permission: P,
  owned: O,
  at: A,
) => ({ may: permission, in: owned, at, visitors: true }) as const
