import { catchError, defer, EMPTY, merge, type Observable } from 'rxjs'
import type { AnyMessage } from './message.ts'
import type { Messages } from './messages.ts'

/** A consequence: messages in, messages out. What it needs of the world comes as the second argument. */
export type Effect<M extends AnyMessage, Deps, Out extends AnyMessage = M> = (
  messages: Messages<M>,
  deps: Deps,
) => Observable<Out>

/** One subject's effects, by name. */
export interface Actor<M extends AnyMessage, Deps> {
  readonly name: string
  readonly effects: Readonly<Record<string, Effect<M, Deps>>>
}

/** Hears of every bug that an effect or a stream threw. */
export type Report = (where: string, error: unknown) => void

const LIVES = 10

/** An effect that throws is reported and started again; after ten times it stays down, and the others go on. */
export const supervise = <T>(where: string, start: () => Observable<T>, report: Report): Observable<T> => {
  const withLives = (restartsLeft: number): Observable<T> =>
    defer(start).pipe(
      catchError((error: unknown) => {
        report(where, error)
        if (restartsLeft > 0) return withLives(restartsLeft - 1)
        report(where, new Error('Stopped: it failed too often.'))
        return EMPTY
      }),
    )
  return withLives(LIVES)
}

/** All effects of an actor as one stream of what they say. */
export const runActor = <M extends AnyMessage, Deps>(
  actor: Actor<M, Deps>,
  messages: Messages<M>,
  deps: Deps,
  report: Report,
): Observable<M> =>
  merge(
    ...Object.entries(actor.effects).map(([name, effect]) =>
      supervise(`${actor.name}/${name}`, () => effect(messages, deps), report),
    ),
  )
