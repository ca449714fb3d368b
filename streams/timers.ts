import { distinctUntilChanged, expand, map, NEVER, type Observable, switchMap, timer } from 'rxjs'
import type { World } from '../src/core/world.ts'

/** The first and the longest interval, in milliseconds. */
export interface Pace {
  periodMs: number
  maxMs: number
}

/**
 * Ticks while the page is visible and `due$` is true: after one period, then two, four … up to the longest interval.
 * Restarts with the first period when the page becomes visible or `due$` becomes true again.
 */
export const poll = (due$: Observable<boolean>, { periodMs, maxMs }: Pace, world: World): Observable<number> => {
  const visible$ = world.page.visible$.pipe(distinctUntilChanged())
  const ticking$ = timer(periodMs, world.scheduler).pipe(
    map(() => 1),
    expand((tick) => timer(Math.min(periodMs * 2 ** tick, maxMs), world.scheduler).pipe(map(() => tick + 1))),
  )
  return visible$.pipe(
    switchMap((isVisible) =>
      isVisible
        ? due$.pipe(
            distinctUntilChanged(),
            switchMap((isDue) => (isDue ? ticking$ : NEVER)),
          )
        : NEVER,
    ),
  )
}
