import {
  concat,
  defer,
  delay,
  EMPTY,
  exhaustMap,
  filter,
  map,
  merge,
  type Observable,
  of,
  switchMap,
  take,
  takeWhile,
  timeout,
  timer,
} from 'rxjs'
import type { Messages } from '../../src/core/messages.ts'
import type { Message } from '../../src/message.ts'
import { sessionOfToken, tokenClaims } from '../../src/rules/token-claims.ts'
import { selectToken } from '../../src/session/session.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act, broadcastToTabs } from '../act.ts'
import { Failed } from '../api/api.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { Deps, Effect, Emitted } from '../deps.ts'

/** Renewed this long before it expires, and up to as long again earlier, so that tabs do not wake together. */
const EARLY_MS = 60_000
const RETRY_MS = 5000
/** Longer than any renewal: a tab that holds the lock longer is frozen. */
const LOCK_TIMEOUT_MS = 20_000
/** Time for another tab's token to arrive, which it stored and sent before it released the lock. */
const SETTLE_MS = 50
const LOCK = 'longshore-token'

/** Emits when the token must be renewed, and again when that failed. */
export const watchToken: Effect<'timer/tokenDue'> = (messages, { world, read }) =>
  merge(
    messages.of(
      'storage/tokenFound',
      'tab/signedIn',
      'api/signedIn',
      'tab/tokenRenewed',
      'api/renewToken.succeeded',
      // The server's clock is known from the first response on.
      'api/readProfile.succeeded',
      'ui/signOutPressed',
      'tab/signedOut',
      'api/sessionEnded',
    ),
    messages
      .of('api/renewToken.failed')
      .pipe(filter(({ failure }) => failure.kind !== 'apiError' || failure.status !== 401)),
  ).pipe(
    switchMap(({ type }) => {
      const claims = tokenClaims(selectToken(read()) ?? '')
      if (!claims) return EMPTY
      const dueInMs = claims.expiresAtMs - world.serverNow() - EARLY_MS * (1 + world.random())
      return timer(Math.max(type === 'api/renewToken.failed' ? RETRY_MS : 0, dueInMs), world.scheduler)
    }),
    map(() => ({ type: 'timer/tokenDue' })),
  )

/** Renews in one tab at a time; the others take its result. */
export const renewToken: Effect<'tab/tokenRenewed'> = (messages, deps) =>
  messages.of('timer/tokenDue', 'api/tokenRejected', 'socket/sessionRejected').pipe(
    filter(() => deps.read().session.access.kind === 'renewing'),
    exhaustMap(() => inLock(deps, () => renewal(deps))),
  )

const renewal = (deps: Deps): Observable<Emitted<'tab/tokenRenewed'>> => {
  const { access } = deps.read().session
  // Another tab sent its result while this one waited for the lock.
  if (access.kind !== 'renewing') return EMPTY
  const { token } = access
  const stored = deps.world.localStorage.get(storageKeys.token)
  if (stored !== null && stored !== token && sessionOfToken(stored) === sessionOfToken(token))
    return of({ type: 'tab/tokenRenewed', token: stored })
  const session = tokenClaims(token)?.sessionId
  return callOutcome(deps, 'renewToken', session === undefined ? {} : { session })
}

/** Stores the new token and sends it to the other tabs, unless the user has left meanwhile. */
export const persistToken: Effect = (messages, { world, read }) =>
  messages.of('api/renewToken.succeeded').pipe(
    filter(({ response }) => selectToken(read()) === response.token),
    act(({ response: { token } }) => {
      world.localStorage.set(storageKeys.token, token)
      broadcastToTabs(world, { kind: 'tokenRenewed', token })
    }),
  )

const DONE = Symbol('done')

/** Holds the lock until the work is done. */
const inLock = <T>({ world }: Deps, work: () => Observable<T>): Observable<T> =>
  world.lock(LOCK, 'wait').pipe(
    timeout({ first: LOCK_TIMEOUT_MS, with: () => world.lock(LOCK, 'steal'), scheduler: world.scheduler }),
    delay(SETTLE_MS, world.scheduler),
    exhaustMap(() => concat(defer(work), of(DONE))),
    takeWhile((result): result is T => result !== DONE),
  )

/**
 * Emits the token that replaces a rejected one: null when the session has ended or changed, because a call of one user
 * is never repeated as another. Fails like the renewal when its outcome is unknown.
 */
export const tokenAfter = (
  rejectedToken: string,
  token$: Observable<string | null>,
  messages: Messages<Message>,
): Observable<string | null> =>
  merge(
    token$.pipe(
      filter((token) => token !== rejectedToken),
      map((token) => (token !== null && sessionOfToken(token) === sessionOfToken(rejectedToken) ? token : null)),
    ),
    messages.of('api/renewToken.failed').pipe(
      map(({ failure }) => {
        if (failure.kind === 'apiError' && failure.status === 401) return null
        throw new Failed(failure)
      }),
    ),
  ).pipe(take(1))
