import { BehaviorSubject, type Observable, type Subscription } from 'rxjs'
import type { Report } from './actor.ts'
import type { AnyMessage } from './message.ts'
import { MessageRouter, type Messages } from './messages.ts'
import { type Handler, reduceWith, type Slice } from './slice.ts'

/** The slices of an application, by name. Each may handle fewer messages than the bus carries. */
export type Slices<S> = { readonly [K in keyof S]: Pick<Slice<S[K], never>, 'initial' | 'handlers'> }

export interface Bus<S, M extends AnyMessage> {
  readonly state$: Observable<S>
  readonly messages: Messages<M>
  read(): S
  send(message: M): void
  /** Sends every message of a source, until the caller unsubscribes. */
  listen(source$: Observable<M>): Subscription
  /** Adds slices that load later. They start from their initial state and do not receive earlier messages. */
  join<J extends object>(slices: Slices<J>): Bus<S & J, M>
  /** Replaces the state without a message, for time travel in a debugger. */
  restore(state: S): void
}

/**
 * Creates a bus with one queue. Messages are handled one at a time, in order: first slices reduce the state, then
 * effects receive the message. A message that is sent meanwhile is queued.
 */
export const createBus = <S extends object, M extends AnyMessage>(slices: Slices<S>, report: Report): Bus<S, M> => {
  const routes = new Map<string, Route[]>()
  addRoutes(routes, slices)
  const state$ = new BehaviorSubject(initialOf(slices))
  const router = new MessageRouter<M>()
  const waiting: M[] = []
  let delivering = false

  const handle = (message: M): void => {
    const next = reduce(routes, state$.value, message, report)
    if (next !== state$.value) state$.next(next)
    router.deliver(message)
  }

  const send = (message: M): void => {
    waiting.push(message)
    if (delivering) return
    delivering = true
    try {
      for (let at = 0; at < waiting.length; at += 1) handle(waiting[at] as M)
    } finally {
      waiting.length = 0
      delivering = false
    }
  }

  const bus: Bus<S, M> = {
    state$: state$.asObservable(),
    messages: router,
    read: () => state$.value,
    send,
    listen: (source$) => source$.subscribe({ next: send, error: (error) => report('bus/listen', error) }),
    join: <J extends object>(more: Slices<J>) => {
      addRoutes(routes, more)
      state$.next({ ...initialOf(more), ...state$.value })
      // From here on every state has the new slices.
      return bus as unknown as Bus<S & J, M>
    },
    restore: (state) => state$.next(state),
  }
  return bus
}

interface Route {
  readonly name: string
  readonly handler: Handler<unknown>
}

const addRoutes = <S>(routes: Map<string, Route[]>, slices: Slices<S>): void => {
  for (const name of Object.keys(slices)) {
    const { handlers } = slices[name as keyof S]
    for (const [type, handler] of Object.entries(handlers)) {
      const route = { name, handler: handler as Handler<unknown> }
      routes.set(type, [...(routes.get(type) ?? []), route])
    }
  }
}

const initialOf = <S>(slices: Slices<S>): S =>
  Object.fromEntries(Object.keys(slices).map((name) => [name, slices[name as keyof S].initial])) as S

/** A slice whose handler throws keeps its state; the error is reported and the other slices continue. */
const reduce = <S extends object>(routes: Map<string, Route[]>, state: S, message: AnyMessage, report: Report): S => {
  const listeners = routes.get(message.type)
  if (!listeners) return state
  let next: Record<string, unknown> | undefined
  for (const { name, handler } of listeners) {
    const before = (state as Record<string, unknown>)[name]
    try {
      const after = reduceWith(handler, before, message)
      if (after !== before) next = { ...(next ?? state), [name]: after }
    } catch (error) {
      report(`slice/${name}`, error)
    }
  }
  return (next as S | undefined) ?? state
}
