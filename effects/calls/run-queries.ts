import {
  debounceTime,
  defer,
  delay,
  distinctUntilChanged,
  EMPTY,
  filter,
  finalize,
  first,
  type GroupedObservable,
  groupBy,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  partition,
  repeat,
  startWith,
  switchMap,
  takeUntil,
  throttleTime,
  timer,
} from 'rxjs'
import { callKey } from '../../src/calls/call-key.ts'
import { callNameOf, retriedTypes, subscribedTypes, unsubscribedTypes } from '../../src/calls/call-types.ts'
import { invalidatingTypes, isForEverybody, staleAfter } from '../../src/calls/invalidation.ts'
import { callManifest } from '../../src/contract/call-manifest.ts'
import type { CallName } from '../../src/contract/contract.ts'
import type { Messages } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { Deps, Effect, Emitted } from '../deps.ts'
import { callOutcome } from './call-outcome.ts'

/** A view that unmounts and mounts again at once does not cancel its query. */
const LINGER_MS = 100
/** A response this recent serves another view as well. */
const FRESH_MS = 1000
/** The shortest interval between refetches of a query that keeps becoming stale. */
const REFRESH_MS = 250
const FORGET_MS = 300_000

/** A command for one call with one input. */
interface QueryCommand {
  name: CallName
  input: object
  kind: 'subscribed' | 'unsubscribed' | 'refresh'
}

/** Fetches once for all subscribers, cancels without subscribers, and refetches stale queries. */
export const runQueries: Effect = (messages, deps) =>
  merge(
    messages.of(...subscribedTypes).pipe(map(commandOf('subscribed'))),
    messages.of(...unsubscribedTypes).pipe(map(commandOf('unsubscribed'))),
    messages.of(...retriedTypes).pipe(map(commandOf('refresh'))),
    invalidations(messages, deps),
  ).pipe(
    groupBy(({ name, input }) => callKey(name, input), {
      duration: (command$) =>
        command$.pipe(
          debounceTime(FORGET_MS, deps.world.scheduler),
          filter(() => !isSubscribed(deps, command$.key)),
        ),
    }),
    mergeMap((command$) => readOne(command$, messages, deps)),
  )

const invalidations = (messages: Messages<Message>, { read }: Deps): Observable<QueryCommand> =>
  messages.of(...invalidatingTypes).pipe(
    mergeMap((message) => {
      const { queries, live } = read()
      const isStale = staleAfter(message, live)
      return Object.values(queries)
        .filter((query) => query.subscribers > 0 && isStale(query))
        .map(({ name, input }): QueryCommand => ({ name, input, kind: 'refresh' }))
    }),
  )

const commandOf =
  (kind: QueryCommand['kind']) =>
  ({ type, input }: { type: string; input: object }): QueryCommand => ({ name: callNameOf(type), input, kind })

const isSubscribed = ({ read }: Deps, key: string): boolean => (read().queries[key]?.subscribers ?? 0) > 0

const readOne = (
  command$: GroupedObservable<string, QueryCommand>,
  messages: Messages<Message>,
  deps: Deps,
): Observable<Emitted> => {
  const { scheduler } = deps.world
  let running = false

  const fetch = ({ name, input }: QueryCommand): Observable<Emitted> =>
    defer(() => {
      running = true
      return callOutcome(deps, name, input).pipe(
        // The response to one user's query must not reach the next user.
        takeUntil(isForEverybody(name) ? NEVER : messages.of(...userChanges)),
        finalize(() => (running = false)),
      )
    })

  const isDue = ({ kind }: QueryCommand): boolean => {
    if (kind === 'refresh') return true
    const data = deps.read().queries[command$.key]?.data
    const isFresh = data?.kind === 'loaded' && scheduler.now() - data.atMs < FRESH_MS
    return kind === 'subscribed' && !running && !isFresh
  }

  /** Fetches once, and again and again what must be refreshed. */
  const fetchAndRefresh = (command: QueryCommand): Observable<Emitted> =>
    fetch(command).pipe(
      repeat({
        delay: () => {
          // Known once the call's part of the contract has loaded, which it has when a response is there.
          const { refreshMs, refreshUnless } = callManifest[command.name]
          if (refreshMs === undefined || (refreshUnless && refreshUnless in command.input)) return EMPTY
          return timer(refreshMs, scheduler).pipe(switchMap(() => deps.world.page.visible$.pipe(first(Boolean))))
        },
      }),
    )

  return command$.pipe(
    switchMap((command) =>
      isSubscribed(deps, command$.key) ? of(command) : of(null).pipe(delay(LINGER_MS, scheduler)),
    ),
    distinctUntilChanged((before, after) => (before === null) === (after === null)),
    switchMap((begun) => {
      if (begun === null) return EMPTY
      const [refresh$, subscribed$] = partition(command$, ({ kind }) => kind === 'refresh')
      const paced$ = refresh$.pipe(throttleTime(REFRESH_MS, scheduler, { leading: true, trailing: true }))
      return merge(subscribed$, paced$).pipe(startWith(begun), filter(isDue), switchMap(fetchAndRefresh))
    }),
  )
}
