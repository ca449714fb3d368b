import type { TokenScope } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { ApiError } from './api-error.ts'
import type { ApiKey, BySession, Caller, UserCaller } from './handler.ts'

/** The signed-in person of a call that the policy lets no visitor make. */
export const requireUser = (caller: Caller): UserCaller => {
  if (caller.kind === 'visitor') throw new ApiError('notSignedIn')
  return caller
}

/** The session of a call that the policy lets no API token make. */
export const sessionOf = (caller: Caller): UserCaller & { by: BySession } => {
  const user = requireUser(caller)
  if ('session' in user.by) return { ...user, by: user.by }
  throw new ApiError('sessionNeeded')
}

/** The one organisation that an API token speaks in; undefined for a session, which speaks in all of its person's. */
export const keyOrganization = (caller: Caller): OrganizationId | undefined => apiKeyOf(caller)?.organizationId

/** The API token of a call; undefined for a session and a visitor. */
export const apiKeyOf = (caller: Caller): ApiKey | undefined =>
  caller.kind === 'user' && 'apiKey' in caller.by ? caller.by.apiKey : undefined

/** Whether an answer may hold what is behind a scope; a session has none and needs none. */
export const hasScope = (caller: Caller, scope: TokenScope): boolean =>
  apiKeyOf(caller)?.scopes.includes(scope) ?? caller.kind === 'user'
