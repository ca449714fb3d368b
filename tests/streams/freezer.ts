import { Observable, type SchedulerAction, type SchedulerLike } from 'rxjs'

/** Simulates a page that the browser freezes: nothing runs until it thaws, then everything pending runs. */
export const freezer = () => {
  const late: (() => void)[] = []
  let isFrozen = false

  const run = (work: () => void): void => {
    if (isFrozen) late.push(work)
    else work()
  }
  return {
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
      for (const work of late.splice(0)) work()
    },
    /** The same source, as received by the page. */
    received: <T>(source$: Observable<T>): Observable<T> =>
      new Observable((subscriber) =>
        source$.subscribe({
          next: (value) => run(() => subscriber.next(value)),
          complete: () => run(() => subscriber.complete()),
        }),
      ),
    /** The page's own timers. */
    timers: (scheduler: SchedulerLike): SchedulerLike => ({
      now: () => scheduler.now(),
      schedule: <T>(work: (this: SchedulerAction<T>, state: T) => void, delay?: number, state?: T) =>
        scheduler.schedule<T>(
          function (given) {
            run(() => {
              // Work that was scheduled without a state expects none.
              if (!this.closed) work.call(this, given as T)
            })
          },
          delay,
          state,
        ),
    }),
  }
}
