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

/** The leader is pinged after this much silence. */
const SILENT_MS = 4000
const RESPONSE_TIMEOUT_MS = 2000
/** Spreads the pings of several tabs: the reply to the first ping, or its sender's take-over, serves all tabs. */
const SPREAD_MS = 1000
/** A wait that ends this much too late means that this tab was suspended; the leader may be fine. */
const LATE_MS = 1000

/**
 * Emits whether this tab leads: true when it acquires the lock, false when the lock was stolen and it waits again. A
 * visible tab steals the lock from a leader that is frozen or hangs. Tabs ping the leader instead of expecting
 * heartbeats: timers of a hidden tab may be delayed by a minute, but messages arrive at once.
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

/** Emits when the leader did not reply to a ping while this tab was visible and awake. */
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
        ? // A tab that becomes visible pings at once, without waiting for silence.
          sign$.pipe(
            map(() => SILENT_MS),
            startWith(0),
            switchMap(questionAfter),
          )
        : NEVER,
    ),
  )
}
