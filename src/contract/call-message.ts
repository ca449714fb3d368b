import type { Failure } from '../core/failure.ts'
import type { CallName, InputOf, MutationName, QueryName, ResponseOf, UnaryName } from './contract.ts'

/** The messages of every call, derived from the contract. Views request or subscribe; effects respond. */
export type CallMessage = RequestedMessage | SubscriptionMessage | SucceededMessage | FailedMessage | StaleMessage

/** `requestId` identifies one request, so that a view can find the outcome of its own. */
export type RequestedMessage = {
  [N in MutationName]: { type: `ui/${N}.requested`; input: InputOf<N>; requestId: string }
}[MutationName]

export type SubscriptionMessage = {
  [N in QueryName]: { type: `ui/${N}.subscribed` | `ui/${N}.unsubscribed`; input: InputOf<N> }
}[QueryName]

interface Succeeded<N extends UnaryName> {
  type: `api/${N}.succeeded`
  input: InputOf<N>
  response: ResponseOf<N>
  atMs: number
  requestId: string | null
}

interface Failed<N extends UnaryName> {
  type: `api/${N}.failed`
  input: InputOf<N>
  failure: Failure
  atMs: number
  requestId: string | null
}

export type SucceededMessage = { [N in UnaryName]: Succeeded<N> }[UnaryName]

export type FailedMessage = { [N in UnaryName]: Failed<N> }[UnaryName]

type Outcomes = { [N in CallName]: N extends UnaryName ? Succeeded<N> | Failed<N> : never }

/** The response to a call or its failure: a lookup, because inferring `N` from a conditional type takes seconds. */
export type OutcomeOf<N extends CallName> = Outcomes[N]

/** The user retries the query that a view shows. */
export type StaleMessage = { [N in QueryName]: { type: `ui/${N}.retried`; input: InputOf<N> } }[QueryName]
