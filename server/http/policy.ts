import type { Access, Owned } from '../../src/contract/access.ts'
import { appTypeOf, permissionsOf, visitorMay, visitorPermissions } from '../../src/rules/roles.ts'
import { scopesFor, tokenPermissions } from '../../src/rules/token-scopes.ts'
import type { Store } from '../store/connection.ts'
import { ApiError } from './api-error.ts'
import { findResourceScope, type ResourceScope } from './find-resource-scope.ts'
import type { Caller, Scope } from './handler.ts'
import { apiKeyOf } from './require-user.ts'
import { scopeMissing } from './scope-missing.ts'

/** Answers what a call is about, or throws the refusal that the caller is to see. Whatever is not allowed is refused. */
export type Authorize = (caller: Caller, access: Access, id: string | undefined) => Promise<Scope | null>

export interface Policy {
  authorize: Authorize
  stop(): void
}

/** Said by the database whenever a membership, a role, a session, a key or an organisation's openness changes. */
export const RIGHTS_CHANNEL = 'rights'

const TRUSTED_MS = 900
const REMEMBERED = 10_000

/** The one policy of the API, the socket and the event stream. */
export const createPolicy = (store: Store): Policy => {
  const known = new Map<string, { found: ResourceScope; untilMs: number }>()
  let forgotten = 0
  // A look-up under way may have read what was so just before the change: its answer is used once and not kept.
  const stop = store.listen(RIGHTS_CHANNEL, () => {
    forgotten += 1
    known.clear()
  })

  const resolveResourceScope = async (
    owned: Owned,
    id: string,
    userId: string | null,
  ): Promise<ResourceScope | undefined> => {
    const key = `${owned}/${id}/${userId}`
    const nowMs = performance.now()
    const remembered = known.get(key)
    if (remembered && remembered.untilMs > nowMs) return remembered.found
    const before = forgotten
    const found = await findResourceScope(store.pool, owned, id, userId)
    if (known.size >= REMEMBERED) known.clear()
    // A stranger is asked about anew each time: a right that is given counts at once.
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
    // Made only where it is thrown: an error remembers its stack, which is dear on a road that every request takes.
    const notFound = () => new ApiError(access.in === 'organization' ? 'organizationNotFound' : 'notFound')
    if (id === undefined) throw notFound()
    const found = await resolveResourceScope(access.in, id, caller.kind === 'user' ? caller.userId : null)
    if (!found) throw notFound()
    const { organizationId } = found
    // Outside its organisation an API token is anybody.
    const role = apiKey && apiKey.organizationId !== organizationId ? null : found.role
    if (role === null) {
      if (access.visitors && found.publiclyAccessible && visitorMay(access.may))
        return { organizationId, role, permissions: visitorPermissions }
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
