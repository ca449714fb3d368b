import type { Failure } from '../core/failure.ts'
import type { InputOf, MutationName, QueryName, ResponseOf, UnaryName } from './contract.ts'

/** The messages of every call, derived from the contract. Views request or subscribe; effects respond. */
export type CallMessage = RequestedMessage | SubscriptionMessage | SucceededMessage | FailedMessage | StaleMessage

/** `requestId` identifies one request, so that a view can find the outcome of its own. */
export type RequestedMessage = {
  [N in MutationName]: { type: `ui/${N}.requested`; input: InputOf<N>; requestId: string }
}[MutationName]

export type SubscriptionMessage = {
  [N in QueryName]: { type: `ui/${N}.subscribed` | `ui/${N}.unsubscribed`; input: InputOf<N> }
}[QueryName]

export type SucceededMessage = {
  [N in UnaryName]: {
    type: `api/${N}.succeeded`
    input: InputOf<N>
    response: ResponseOf<N>
    atMs: number
    requestId: string | null
  }
}[UnaryName]

export type FailedMessage = {
  [N in UnaryName]: {
    type: `api/${N}.failed`
    input: InputOf<N>
    failure: Failure
    atMs: number
    requestId: string | null
  }
}[UnaryName]

/** The user retries the query that a view shows. */
export type StaleMessage = { [N in QueryName]: { type: `ui/${N}.retried`; input: InputOf<N> } }[QueryName]
