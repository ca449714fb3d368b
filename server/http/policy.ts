import type { Access, ScopeKind } from '../../src/contract/access.ts'
import { appTypeOf, permissionsOf, visitorMay, visitorPermissions } from '../../src/rules/roles.ts'
import { scopesFor, tokenPermissions } from '../../src/rules/token-scopes.ts'
import type { Store } from '../store/connection.ts'
import { ApiError } from './api-error.ts'
import { findResourceScope, type ResourceScope } from './find-resource-scope.ts'
import type { Caller, Scope } from './handler.ts'
import { apiKeyOf } from './require-user.ts'
import { scopeMissing } from './scope-missing.ts'

/** Resolves with the scope of a call, or rejects with the error for the caller. Whatever is not allowed is rejected. */
export type Authorize = (caller: Caller, access: Access, id: string | undefined) => Promise<Scope | null>

export interface Policy {
  authorize: Authorize
  stop(): void
}

/** Notified by the database whenever a membership, role, session, key or an organisation's visibility changes. */
export const RIGHTS_CHANNEL = 'rights'

const TRUSTED_MS = 900
const REMEMBERED = 10_000

/** Creates the only policy of the API, the WebSocket and the event stream. */
export const createPolicy = (store: Store): Policy => {
  const known = new Map<string, { found: ResourceScope; untilMs: number }>()
  let forgotten = 0
  // A look-up in progress may have read the state just before the change: its result is used once and not cached.
  const stop = store.listen(RIGHTS_CHANNEL, () => {
    forgotten += 1
    known.clear()
  })

  const resolveResourceScope = async (
    scopeKind: ScopeKind,
    id: string,
    userId: string | null,
  ): Promise<ResourceScope | undefined> => {
    const key = `${scopeKind}/${id}/${userId}`
    const nowMs = performance.now()
    const remembered = known.get(key)
    if (remembered && remembered.untilMs > nowMs) return remembered.found
    const before = forgotten
    const found = await findResourceScope(store.pool, scopeKind, id, userId)
    if (known.size >= REMEMBERED) known.clear()
    // Non-members are looked up each time, so that a newly granted right applies at once.
    const lasting = found && (found.role !== null || userId === null)
    if (lasting && before === forgotten) known.set(key, { found, untilMs: nowMs + TRUSTED_MS })
    return found
  }

  const authorize: Authorize = async (caller, access, id) => {
    if (access === 'public') return null
    if (caller.kind === 'visitor' && (typeof access === 'string' || !access.visitors)) throw new ApiError('notSignedIn')
    const apiKey = apiKeyOf(caller)
    if (access === 'inSession') {
      if (apiKey) throw new ApiError('sessionNeeded')
      return null
    }
    if (access === 'signedIn') return null
    // Created only when thrown: capturing a stack is too expensive on the path of every request.
    const notFound = () => new ApiError(access.in === 'organization' ? 'organizationNotFound' : 'notFound')
    if (id === undefined) throw notFound()
    const found = await resolveResourceScope(access.in, id, caller.kind === 'user' ? caller.userId : null)
    if (!found) throw notFound()
    const { organizationId } = found
    // Outside its organisation an API token counts as a visitor.
    const role = apiKey && apiKey.organizationId !== organizationId ? null : found.role
    if (role === null) {
      if (access.visitors && found.publiclyAccessible && visitorMay(access.may))
        return { organizationId, role, permissions: visitorPermissions, eventsAfter: found.publicSince }
      throw notFound()
    }
    const permissions = permissionsOf(role, found.changed)
    if (!permissions.includes(access.may)) throw new ApiError('notAllowed')
    if (!apiKey) return { organizationId, role, permissions }
    if ((appTypeOf(access.may) ?? apiKey.appType) !== apiKey.appType) throw new ApiError('wrongAppType')
    const scopes = scopesFor(access)
    if (scopes && !scopes.some((scope) => apiKey.scopes.includes(scope))) throw scopeMissing(scopes)
    return { organizationId, role, permissions: tokenPermissions(permissions, apiKey) }
  }

  return { authorize, stop }
}
