import type { TokenScope } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { ApiError } from './api-error.ts'
import type { ApiKey, BySession, Caller, UserCaller } from './handler.ts'

/** Returns the signed-in user of a call that the policy allows to no visitor. */
export const requireUser = (caller: Caller): UserCaller => {
  if (caller.kind === 'visitor') throw new ApiError('notSignedIn')
  return caller
}

/** Returns the session of a call that the policy allows to no API token. */
export const sessionOf = (caller: Caller): UserCaller & { by: BySession } => {
  const user = requireUser(caller)
  if ('session' in user.by) return { ...user, by: user.by }
  throw new ApiError('sessionNeeded')
}

/**
 * Returns the only organisation of an API token; undefined for a session, which acts in all of its user's
 * organisations.
 */
export const keyOrganization = (caller: Caller): OrganizationId | undefined => apiKeyOf(caller)?.organizationId

/** Returns the API token of a call; undefined for a session and a visitor. */
export const apiKeyOf = (caller: Caller): ApiKey | undefined =>
  caller.kind === 'user' && 'apiKey' in caller.by ? caller.by.apiKey : undefined

/** Returns whether a response may contain data that requires a scope. A session needs none; a visitor never may. */
export const hasScope = (caller: Caller, scope: TokenScope): boolean =>
  apiKeyOf(caller)?.scopes.includes(scope) ?? caller.kind === 'user'
