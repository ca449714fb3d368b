import { catchError, defer, EMPTY, merge, type Observable } from 'rxjs'
import type { AnyMessage } from './message.ts'
import type { Messages } from './messages.ts'

/** Maps messages to messages. Its dependencies are the second argument. */
export type Effect<M extends AnyMessage, Deps, Out extends AnyMessage = M> = (
  messages: Messages<M>,
  deps: Deps,
) => Observable<Out>

/** The effects of one subject, by name. */
export interface Actor<M extends AnyMessage, Deps, Out extends AnyMessage = M> {
  readonly name: string
  readonly effects: Readonly<Record<string, Effect<M, Deps, Out>>>
}

/** Receives every error that an effect, a stream or a slice throws. */
export type Report = (where: string, error: unknown) => void

const MAX_RESTARTS = 10

/** Reports an effect that throws and restarts it. After ten restarts it stays stopped; the others continue. */
export const supervise = <T>(where: string, start: () => Observable<T>, report: Report): Observable<T> => {
  const withRestarts = (restartsLeft: number): Observable<T> =>
    defer(start).pipe(
      catchError((error: unknown) => {
        report(where, error)
        if (restartsLeft > 0) return withRestarts(restartsLeft - 1)
        report(where, new Error('Stopped after too many failures.'))
        return EMPTY
      }),
    )
  return withRestarts(MAX_RESTARTS)
}

/** Merges the messages of all effects of an actor into one stream. */
export const runActor = <M extends AnyMessage, Deps, Out extends AnyMessage>(
  actor: Actor<M, Deps, Out>,
  messages: Messages<M>,
  deps: Deps,
  report: Report,
): Observable<Out> =>
  merge(
    ...Object.entries(actor.effects).map(([name, effect]) =>
      supervise(`${actor.name}/${name}`, () => effect(messages, deps), report),
    ),
  )
