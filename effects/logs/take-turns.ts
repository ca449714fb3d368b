import { BehaviorSubject, defer, finalize, first, type Observable, switchMap } from 'rxjs'

export type InTurn = <T>(source: Observable<T>) => Observable<T>

/** Runs observables one after the other: the server allows each user one search at a time. */
export const takeTurns = (): InTurn => {
  let waiting: readonly symbol[] = []
  const running = new BehaviorSubject<symbol | undefined>(undefined)
  const setWaiting = (next: readonly symbol[]) => {
    waiting = next
    running.next(waiting[0])
  }

  return (source) =>
    defer(() => {
      const own = Symbol()
      setWaiting([...waiting, own])
      return running.pipe(
        first((turn) => turn === own),
        switchMap(() => source),
        finalize(() => setWaiting(waiting.filter((turn) => turn !== own))),
      )
    })
}
