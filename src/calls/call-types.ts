import type {
  FailedMessage,
  RequestedMessage,
  StaleMessage,
  SubscriptionMessage,
  SucceededMessage,
} from '../contract/call-message.ts'
import { isQuery, unaryNames } from '../contract/call-names.ts'
import type { CallName } from '../contract/contract.ts'

/** The types of every call's messages, for the few listeners that hear all calls alike. */
const queries = unaryNames.filter(isQuery)
const mutations = unaryNames.filter((name) => !isQuery(name))

type Types<M extends { type: string }> = [M['type'], ...M['type'][]]

export const subscribedTypes = queries.map((name) => `ui/${name}.subscribed`) as Types<
  Extract<SubscriptionMessage, { type: `${string}.subscribed` }>
>
export const unsubscribedTypes = queries.map((name) => `ui/${name}.unsubscribed`) as Types<
  Extract<SubscriptionMessage, { type: `${string}.unsubscribed` }>
>
export const retriedTypes = queries.map((name) => `ui/${name}.retried`) as Types<StaleMessage>
export const requestedTypes = mutations.map((name) => `ui/${name}.requested`) as Types<RequestedMessage>
export const succeededTypes = unaryNames.map((name) => `api/${name}.succeeded`) as Types<SucceededMessage>
export const failedTypes = unaryNames.map((name) => `api/${name}.failed`) as Types<FailedMessage>

/** `readInstance` of `api/readInstance.succeeded`. */
export const callNameOf = (type: string): CallName =>
  type.slice(type.indexOf('/') + 1, type.lastIndexOf('.')) as CallName
