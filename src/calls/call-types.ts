import type {
  AnsweredMessage,
  AskedMessage,
  FailedMessage,
  StaleMessage,
  WantedMessage,
} from '../contract/call-message.ts'
import { isRead, plainNames } from '../contract/call-names.ts'
import type { CallName } from '../contract/contract.ts'

/** The types of every call's messages, for the few listeners that hear all calls alike. */
const reads = plainNames.filter(isRead)
const writes = plainNames.filter((name) => !isRead(name))

type Types<M extends { type: string }> = [M['type'], ...M['type'][]]

export const wantedTypes = reads.map((name) => `ui/${name}.wanted`) as Types<
  Extract<WantedMessage, { type: `${string}.wanted` }>
>
export const unwantedTypes = reads.map((name) => `ui/${name}.unwanted`) as Types<
  Extract<WantedMessage, { type: `${string}.unwanted` }>
>
export const retriedTypes = reads.map((name) => `ui/${name}.retried`) as Types<StaleMessage>
export const askedTypes = writes.map((name) => `ui/${name}.asked`) as Types<AskedMessage>
export const answeredTypes = plainNames.map((name) => `api/${name}.answered`) as Types<AnsweredMessage>
export const failedTypes = plainNames.map((name) => `api/${name}.failed`) as Types<FailedMessage>

/** `readInstance` of `api/readInstance.answered`. */
export const callNameOf = (type: string): CallName =>
  type.slice(type.indexOf('/') + 1, type.lastIndexOf('.')) as CallName
