import { EMPTY, filter, merge, type Observable, Subject } from 'rxjs'
import type { AnyMessage, MessageOf } from './message.ts'

/** The messages of a bus, selectable by type. */
export interface Messages<M extends AnyMessage> {
  of<const T extends M['type']>(...types: [T, ...T[]]): Observable<MessageOf<M, T>>
  readonly all$: Observable<M>
}

/** Routes messages by type, so that a message costs nothing for subscribers of other types. */
export class MessageRouter<M extends AnyMessage> implements Messages<M> {
  readonly #byType = new Map<string, Subject<M>>()
  readonly #all$ = new Subject<M>()
  readonly all$ = this.#all$.asObservable()

  of<const T extends M['type']>(...types: [T, ...T[]]): Observable<MessageOf<M, T>> {
    const sources = types.map((type) => this.#subject(type).asObservable() as Observable<unknown>)
    const source$ = sources.length === 1 ? (sources[0] ?? EMPTY) : merge(...sources)
    return source$ as Observable<MessageOf<M, T>>
  }

  deliver(message: M): void {
    this.#byType.get(message.type)?.next(message)
    if (this.#all$.observed) this.#all$.next(message)
  }

  #subject(type: string): Subject<M> {
    const known = this.#byType.get(type)
    if (known) return known
    const made = new Subject<M>()
    this.#byType.set(type, made)
    return made
  }
}

/** Wraps any observable as messages, for marble tests. */
export const messagesFrom = <M extends AnyMessage>(source$: Observable<M>): Messages<M> => ({
  all$: source$,
  of: (...types) => {
    const typeSet = new Set<string>(types)
    return source$.pipe(filter((message) => typeSet.has(message.type))) as Observable<never>
  },
})
