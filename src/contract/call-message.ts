import type { Failure } from '../core/failure.ts'
import type { AnswerOf, InputOf, PlainName, ReadName, WriteName } from './contract.ts'

/** The messages of every call, derived and never written. A view asks or wants; the lanes answer. */
export type CallMessage = AskedMessage | WantedMessage | AnsweredMessage | FailedMessage | StaleMessage

/** `ask` names one press, so that a view can hear what came of its own. */
export type AskedMessage = { [N in WriteName]: { type: `ui/${N}.asked`; input: InputOf<N>; ask: string } }[WriteName]

export type WantedMessage = {
  [N in ReadName]: { type: `ui/${N}.wanted` | `ui/${N}.unwanted`; input: InputOf<N> }
}[ReadName]

export type AnsweredMessage = {
  [N in PlainName]: {
    type: `api/${N}.answered`
    input: InputOf<N>
    answer: AnswerOf<N>
    atMs: number
    ask: string | null
  }
}[PlainName]

export type FailedMessage = {
  [N in PlainName]: { type: `api/${N}.failed`; input: InputOf<N>; failure: Failure; atMs: number; ask: string | null }
}[PlainName]

/** A person asks to read again what a view shows. */
export type StaleMessage = { [N in ReadName]: { type: `ui/${N}.retried`; input: InputOf<N> } }[ReadName]
