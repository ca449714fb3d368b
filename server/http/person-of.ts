import type { TokenScope } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { ApiKey, BySession, Caller, Person } from './handler.ts'
import { Refused } from './refused.ts'

/** The signed-in person of a call that the policy lets no visitor make. */
export const personOf = (caller: Caller): Person => {
  if (caller.kind === 'visitor') throw new Refused('notSignedIn')
  return caller
}

/** The session of a call that the policy lets no API token make. */
export const sessionOf = (caller: Caller): Person & { by: BySession } => {
  const person = personOf(caller)
  if ('session' in person.by) return { ...person, by: person.by }
  throw new Refused('sessionNeeded')
}

/** The one organisation that an API token speaks in; undefined for a session, which speaks in all of its person's. */
export const keyOrganization = (caller: Caller): OrganizationId | undefined => apiKeyOf(caller)?.organizationId

/** The API token of a call; undefined for a session and a visitor. */
export const apiKeyOf = (caller: Caller): ApiKey | undefined =>
  caller.kind === 'person' && 'apiKey' in caller.by ? caller.by.apiKey : undefined

/** Whether an answer may hold what is behind a scope; a session has none and needs none. */
export const hasScope = (caller: Caller, scope: TokenScope): boolean =>
  apiKeyOf(caller)?.scopes.includes(scope) ?? caller.kind === 'person'
