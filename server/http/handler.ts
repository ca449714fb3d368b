import type { FastifyBaseLogger } from 'fastify'
import type { Permission, TokenScope } from '../../src/contract/access.ts'
import type { CallName, ParsedOf, PiecesName, ResponseOf } from '../../src/contract/contract.ts'
import type { AppType } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import type { DbOrTx } from '../store/connection.ts'
import type { Where } from './where-of.ts'

/** An API token: it acts for its owner in one organisation, for one kind of app, within its scopes. */
export interface ApiKey {
  id: string
  name: string
  organizationId: OrganizationId
  appType: AppType
  scopes: readonly TokenScope[]
  /** Null: never. */
  expiresAtMs: number | null
}

/** A session, and when it ends unless it is renewed until then. */
export interface BySession {
  session: string
  expiresAtMs: number
}

export interface UserCaller {
  kind: 'user'
  userId: UserId
  by: BySession | { apiKey: ApiKey }
}

/** Who makes a call. */
export type Caller = { kind: 'visitor' } | UserCaller

/**
 * No token is a visitor; a token that is forged, expired or ended throws `sessionEnded`. Unknown tokens are counted by the
 * address that they come from, which is also kept as that of an API token's last use.
 */
export type Authenticate = (token: string | undefined, from?: string) => Promise<Caller>

/** When what a caller came by ends next, null for never; throws `sessionEnded` once it is over. */
export type Recheck = (caller: Caller) => Promise<number | null>

/** The organisation that the policy found a call to be about, the caller's role there (null for a visitor), and its permissions: an API token has those of its scopes only. */
export interface Scope {
  organizationId: OrganizationId
  role: RoleGroup | null
  permissions: readonly Permission[]
}

/** What a browser keeps for us where scripts cannot read it. */
export interface Cookies {
  /** The header, as it came; refuses a request that another site's page may have sent. */
  read(): string | undefined
  /** Takes whole Set-Cookie headers. */
  set(...cookies: string[]): void
}

export interface CallContext<N extends CallName> extends Where {
  /** The Host header. */
  host?: string | undefined
  input: ParsedOf<N>
  caller: Caller
  /** There for every call whose access names what it is about. */
  scope: Scope | null
  cookies: Cookies
  log: FastifyBaseLogger
  requestId: string
  /**
   * Keeps the answer for a repeated request in the transaction of the change, so that a server killed between the two
   * makes no second one. For handlers that create something or take a right away; without it the answer is kept after
   * the handler ends.
   */
  settle?: (tx: DbOrTx, response: ResponseOf<N>) => Promise<void>
  /** Aborted when the caller has gone. */
  signal: AbortSignal
}

/**
 * Answers one call: the input is parsed and the policy has agreed. Refuses by throwing a `Refused`; a call in pieces
 * does so before its first piece.
 */
export type Handler<N extends CallName> = (
  context: CallContext<N>,
) => N extends PiecesName ? AsyncIterable<ResponseOf<N>> : Promise<ResponseOf<N>>

export type Handlers<N extends CallName = CallName> = { [K in N]: Handler<K> }
