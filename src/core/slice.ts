import { type Draft, produce, setAutoFreeze } from 'immer'
import type { AnyMessage, MessageOf } from './message.ts'

export type Handlers<S, M extends AnyMessage> = {
  readonly [T in M['type']]?: (draft: Draft<S>, message: MessageOf<M, T>) => S | undefined
}

/** The state of one subject, and how each message changes it. */
export interface Slice<S, M extends AnyMessage = AnyMessage> {
  readonly initial: S
  readonly handlers: Handlers<S, M>
  reduce(state: S, message: M): S
}

/** A message without a handler returns the same state object. A handler mutates the draft or returns a new state. */
export const slice = <S, M extends AnyMessage>(initial: S, handlers: Handlers<S, M>): Slice<S, M> => ({
  initial,
  handlers,
  reduce: (state, message) => {
    const handle = (handlers as Readonly<Record<string, Handler<S>>>)[message.type]
    return handle ? reduceWith(handle, state, message) : state
  },
})

export type Handler<S> = (draft: Draft<S>, message: never) => S | undefined

export const reduceWith = <S>(handle: Handler<S>, state: S, message: AnyMessage): S =>
  produce(state, (draft: Draft<S>) => handle(draft, message as never) as never)

/** Frozen state exposes accidental mutations. Freezing costs as much as reducing, so production builds go without. */
export const freezeState = (freeze: boolean): void => setAutoFreeze(freeze)
