import type { FastifyBaseLogger } from 'fastify'
import type { AnswerOf, CallName, ParsedOf, PiecesName } from '../../src/contract/contract.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import type { DbOrTx } from '../store/connection.ts'

/** Who makes a call. */
export type Caller = { kind: 'visitor' } | { kind: 'person'; userId: UserId; sessionId: string }

/** No token is a visitor; a token that is forged, expired or ended throws `sessionEnded`. */
export type Authenticate = (token: string | undefined) => Promise<Caller>

/** The organisation that the policy found a call to be about, and the caller's role there (null for a visitor). */
export interface Scope {
  organizationId: OrganizationId
  role: string | null
}

export interface CallContext<N extends CallName> {
  input: ParsedOf<N>
  caller: Caller
  /** There for every call whose access names what it is about. */
  scope: Scope | null
  log: FastifyBaseLogger
  requestId: string
  /**
   * Keeps the answer for a repeated request in the transaction of the change, so that a server killed between the two
   * makes no second one. For handlers that create something; without it the answer is kept after the handler ends.
   */
  settle?: (tx: DbOrTx, answer: AnswerOf<N>) => Promise<void>
  /** Aborted when the caller has gone; for answers in pieces. */
  signal?: AbortSignal
}

/**
 * Answers one call: the input is parsed and the policy has agreed. Refuses by throwing a `Refused`; a call in pieces
 * does so before its first piece.
 */
export type Handler<N extends CallName> = (
  context: CallContext<N>,
) => N extends PiecesName ? AsyncIterable<AnswerOf<N>> : Promise<AnswerOf<N>>

export type Handlers<N extends CallName = CallName> = { [K in N]: Handler<K> }
