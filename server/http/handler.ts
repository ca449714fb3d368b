import type { FastifyBaseLogger } from 'fastify'
import type { Permission, TokenScope } from '../../src/contract/access.ts'
import type { CallName, ParsedOf, ResponseOf, StreamedName } from '../../src/contract/contract.ts'
import type { AppType } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import type { DbOrTx } from '../store/connection.ts'
import type { Where } from './where-of.ts'

/** An API token: it acts for its owner in one organisation, for one app type, within its scopes. */
export interface ApiKey {
  id: string
  name: string
  organizationId: OrganizationId
  appType: AppType
  scopes: readonly TokenScope[]
  /** Null means never. */
  expiresAtMs: number | null
}

/** A session, and when it expires unless it is renewed. */
export interface BySession {
  session: string
  expiresAtMs: number
}

export interface UserCaller {
  kind: 'user'
  userId: UserId
  by: BySession | { apiKey: ApiKey }
}

/** The caller of an API call. */
export type Caller = { kind: 'visitor' } | UserCaller

/**
 * Resolves with a visitor if there is no token; rejects with `sessionEnded` if the token is forged, expired or revoked.
 * `from` is the address by which unknown tokens are counted, also stored as an API token's last address.
 */
export type Authenticate = (token: string | undefined, from?: string) => Promise<Caller>

/**
 * Resolves with the caller as of now: the expiry of their session or API token and the token's scopes may have changed.
 * Rejects with `sessionEnded` once it is over.
 */
export type Recheck = (caller: Caller) => Promise<Caller>

/**
 * The organisation that the policy found for a call, the caller's role there (null for a visitor), and their
 * permissions; those of an API token are limited to its scopes.
 */
export interface Scope {
  organizationId: OrganizationId
  role: RoleGroup | null
  permissions: readonly Permission[]
  /** Set for visitors: they may receive the organisation's events after this sequence number. */
  eventsAfter?: number
}

/** HttpOnly cookies of the console. */
export interface Cookies {
  /** Returns the Cookie header; throws for a request that another site's page may have sent. */
  read(): string | undefined
  /** Adds complete Set-Cookie headers. */
  set(...cookies: string[]): void
}

export interface CallContext<N extends CallName> extends Where {
  /** The Host header. */
  host?: string | undefined
  input: ParsedOf<N>
  caller: Caller
  /** Set for every call whose access rule names a resource. */
  scope: Scope | null
  cookies: Cookies
  log: FastifyBaseLogger
  requestId: string
  /**
   * Stores the response for a repeated request in the transaction of the change, so that a server killed in between
   * does not repeat the change. For handlers that create something or remove a right; without it, the response is
   * stored after the handler ends.
   */
  settle?: (tx: DbOrTx, response: ResponseOf<N>) => Promise<void>
  /** Aborted when the caller has disconnected. */
  signal: AbortSignal
}

/**
 * Handles one call, after its input was parsed and the policy has allowed it. Throws an `ApiError` to reject it; a
 * streamed call does so before its first piece.
 */
export type Handler<N extends CallName> = (
  context: CallContext<N>,
) => N extends StreamedName ? AsyncIterable<ResponseOf<N>> : Promise<ResponseOf<N>>

export type Handlers<N extends CallName = CallName> = { [K in N]: Handler<K> }
