import {
  debounceTime,
  defer,
  delay,
  distinctUntilChanged,
  EMPTY,
  filter,
  finalize,
  type GroupedObservable,
  groupBy,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  startWith,
  switchMap,
  takeUntil,
} from 'rxjs'
import { callKey } from '../src/calls/call-key.ts'
import { callNameOf, retriedTypes, unwantedTypes, wantedTypes } from '../src/calls/call-types.ts'
import { isForEverybody } from '../src/calls/reads.ts'
import type { CallName } from '../src/contract/contract.ts'
import type { Messages } from '../src/core/messages.ts'
import type { Message } from '../src/message.ts'
import { personChanges } from '../src/session/session-message.ts'
import { callOutcome } from './call-outcome.ts'
import type { Deps, Effect } from './deps.ts'
import { refreshes } from './refreshes.ts'

/** A view that leaves and comes back at once does not ask twice. */
const LINGER_MS = 100
/** An answer this young is not asked for again when another view wants the same. */
const FRESH_MS = 1000
const FORGET_MS = 300_000

/** Something that concerns one call with one input. */
export interface ReadCommand {
  name: CallName
  input: object
  kind: 'wanted' | 'unwanted' | 'refresh'
}

/** Fetches what views want, once for all of them; cancels what nobody wants any more; fetches again what has changed. */
export const readLane: Effect = (messages, deps) =>
  merge(
    messages.of(...wantedTypes).pipe(map(commandOf('wanted'))),
    messages.of(...unwantedTypes).pipe(map(commandOf('unwanted'))),
    messages.of(...retriedTypes).pipe(map(commandOf('refresh'))),
    refreshes(messages, deps),
  ).pipe(
    groupBy(({ name, input }) => callKey(name, input), {
      duration: (command$) => command$.pipe(debounceTime(FORGET_MS, deps.world.scheduler)),
    }),
    mergeMap((command$) => readOne(command$, messages, deps)),
  )

const commandOf =
  (kind: ReadCommand['kind']) =>
  ({ type, input }: { type: string; input: object }): ReadCommand => ({ name: callNameOf(type), input, kind })

const readOne = (
  command$: GroupedObservable<string, ReadCommand>,
  messages: Messages<Message>,
  deps: Deps,
): Observable<Message> => {
  const { scheduler } = deps.world
  let running = false

  const fetch = ({ name, input }: ReadCommand): Observable<Message> =>
    defer(() => {
      running = true
      return callOutcome(deps, name, input).pipe(
        // What was asked for one person is not told to the next.
        takeUntil(isForEverybody(name) ? NEVER : messages.of(...personChanges)),
        finalize(() => (running = false)),
      )
    })

  const isDue = ({ kind }: ReadCommand): boolean => {
    if (kind === 'refresh') return true
    const data = deps.read().reads[command$.key]?.data
    const isFresh = data?.kind === 'loaded' && scheduler.now() - data.atMs < FRESH_MS
    return kind === 'wanted' && !running && !isFresh
  }

  const isWanted = (): boolean => (deps.read().reads[command$.key]?.wants ?? 0) > 0

  return command$.pipe(
    switchMap((command) => (isWanted() ? of(command) : of(null).pipe(delay(LINGER_MS, scheduler)))),
    distinctUntilChanged((before, after) => (before === null) === (after === null)),
    switchMap((first) => (first === null ? EMPTY : command$.pipe(startWith(first), filter(isDue), switchMap(fetch)))),
  )
}
