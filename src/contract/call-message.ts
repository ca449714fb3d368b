import type { Failure } from '../core/failure.ts'
import type { AnswerOf, CallName, InputOf, ReadName, WriteName } from './contract.ts'

/** The messages of every call, derived and never written. A view asks or wants; the lanes answer. */
export type CallMessage = AskedMessage | WantedMessage | AnsweredMessage | FailedMessage | StaleMessage

/** `ask` names one press, so that a view can hear what came of its own. */
export type AskedMessage = { [N in WriteName]: { type: `ui/${N}.asked`; input: InputOf<N>; ask: string } }[WriteName]

export type WantedMessage = {
  [N in ReadName]: { type: `ui/${N}.wanted` | `ui/${N}.unwanted`; input: InputOf<N> }
}[ReadName]

export type AnsweredMessage = {
  [N in CallName]: {
    type: `api/${N}.answered`
    input: InputOf<N>
    answer: AnswerOf<N>
    atMs: number
    ask: string | null
  }
}[CallName]

export type FailedMessage = {
  [N in CallName]: { type: `api/${N}.failed`; input: InputOf<N>; failure: Failure; atMs: number; ask: string | null }
}[CallName]

/** A person asks to read again what a view shows. */
export type StaleMessage = { [N in ReadName]: { type: `ui/${N}.retried`; input: InputOf<N> } }[ReadName]
