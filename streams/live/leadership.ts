import {
  defer,
  delay,
  distinctUntilChanged,
  endWith,
  filter,
  map,
  NEVER,
  type Observable,
  race,
  repeat,
  startWith,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs'
import type { World } from '../../src/core/world.ts'

/** A leader that has been silent for so long is asked whether it is there. */
const SILENT_MS = 4000
const RESPONSE_TIMEOUT_MS = 2000
/** Tabs that heard the same last word ask one after another: the first one's answer, or its take-over, is for all. */
const SPREAD_MS = 1000
/** A wait that ends so much later than it should tells of this tab, which slept, and nothing of the leader. */
const LATE_MS = 1000

/**
 * Whether this tab leads: true when it has the lock, false when it was robbed of it and waits again. A tab that is seen
 * takes the lock from a leader that is frozen or hangs. The leader is asked, and need not speak on its own: a hidden tab
 * may have to wait a minute for a timer, but hears a question at once.
 */
export const leadership = (
  name: string,
  sign$: Observable<unknown>,
  pingLeader: () => void,
  world: Pick<World, 'lock' | 'page' | 'scheduler' | 'random'>,
): Observable<boolean> =>
  race(
    world.lock(name, 'wait'),
    missedReplies(sign$, pingLeader, world).pipe(
      take(1),
      switchMap(() => world.lock(name, 'steal')),
    ),
  ).pipe(
    map(() => true),
    endWith(false),
    repeat(),
  )

/** Emits when a question was not answered while this tab was seen and awake. */
const missedReplies = (
  sign$: Observable<unknown>,
  pingLeader: () => void,
  { page, scheduler, random }: Pick<World, 'page' | 'scheduler' | 'random'>,
): Observable<unknown> => {
  const questionAfter = (silentMs: number) =>
    defer(() => {
      const waitMs = silentMs + random() * SPREAD_MS
      const lateAtMs = scheduler.now() + waitMs + RESPONSE_TIMEOUT_MS + LATE_MS
      return timer(waitMs, scheduler).pipe(
        tap(pingLeader),
        delay(RESPONSE_TIMEOUT_MS, scheduler),
        filter(() => scheduler.now() < lateAtMs),
      )
    }).pipe(repeat())
  return page.visible$.pipe(
    distinctUntilChanged(),
    switchMap((isVisible) =>
      isVisible
        ? // Whoever looks at it now should not wait through the silence first.
          sign$.pipe(
            map(() => SILENT_MS),
            startWith(0),
            switchMap(questionAfter),
          )
        : NEVER,
    ),
  )
}
