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
  takeWhile,
  timeout,
  timer,
} from 'rxjs'
import type { Message } from '../../src/message.ts'
import { sessionOfToken, tokenClaims } from '../../src/rules/token-claims.ts'
import { selectToken } from '../../src/session/session.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import { broadcastToTabs } from '../broadcast-to-tabs.ts'
import { callOutcome } from '../calls/call-outcome.ts'
import type { Deps, Effect } from '../deps.ts'

/** A token is renewed this long before it runs out, and up to as long again earlier, so that tabs differ. */
const EARLY_MS = 60_000
const AGAIN_MS = 5000
const LOCK_TIMEOUT_MS = 20_000
const SETTLE_MS = 50
const LOCK = 'longshore-token'

/** Says when the token must be renewed: before it runs out, and again while that did not work. */
export const watchToken: Effect = (messages, { world, read }) =>
  merge(
    messages.of(
      'storage/tokenFound',
      'tab/signedIn',
      'api/signedIn',
      'tab/tokenRenewed',
      'api/renewToken.succeeded',
      // The first answer after a start: only then is it known what time it is.
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
      return timer(Math.max(type === 'api/renewToken.failed' ? AGAIN_MS : 0, dueInMs), world.scheduler)
    }),
    map(() => ({ type: 'timer/tokenDue' })),
  )

/** One tab of all renews; the others take what it got. */
export const renewToken: Effect = (messages, deps) =>
  merge(
    messages.of('timer/tokenDue'),
    messages
      .of('api/tokenRejected', 'socket/sessionRejected')
      .pipe(filter(({ token }) => token === selectToken(deps.read()))),
  ).pipe(
    map(() => selectToken(deps.read())),
    exhaustMap((due) => alone(deps, () => renewal(due, deps))),
  )

const renewal = (due: string | null, deps: Deps): Observable<Message> => {
  const token = selectToken(deps.read())
  // Another tab told of its own while this one waited for the lock.
  if (token !== due) return EMPTY
  const kept = deps.world.localStorage.get(storageKeys.token)
  if (token === null) return EMPTY
  if (kept !== null && kept !== token && sessionOfToken(kept) === sessionOfToken(token))
    return of({ type: 'tab/tokenRenewed', token: kept })
  const session = tokenClaims(token)?.sessionId
  return callOutcome(deps, 'renewToken', session === undefined ? {} : { session })
}

/** What was renewed is kept, and told to the other tabs. */
export const persistToken: Effect = (messages, { world, read }) =>
  messages.of('api/renewToken.succeeded').pipe(
    filter(({ response }) => selectToken(read()) === response.token),
    act(({ response: { token } }) => {
      world.localStorage.set(storageKeys.token, token)
      broadcastToTabs(world, { kind: 'tokenRenewed', token })
    }),
  )

const DONE = Symbol('done')

/** The lock is held until the work is done. */
const alone = ({ world }: Deps, work: () => Observable<Message>): Observable<Message> =>
  world.lock(LOCK, 'wait').pipe(
    // Whoever holds it so long sleeps, and would keep every other tab from going on.
    timeout({ first: LOCK_TIMEOUT_MS, with: () => world.lock(LOCK, 'steal'), scheduler: world.scheduler }),
    // What another tab wrote and said just before it let go takes a moment to get here.
    delay(SETTLE_MS, world.scheduler),
    exhaustMap(() => concat(defer(work), of(DONE))),
    takeWhile((message) => message !== DONE),
  )
