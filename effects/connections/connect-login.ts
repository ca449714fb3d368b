import {
  catchError,
  EMPTY,
  exhaustMap,
  filter,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  takeUntil,
  timer,
} from 'rxjs'
import type { Message } from '../../src/message.ts'
import { sessionOfToken } from '../../src/rules/token-claims.ts'
import { selectToken } from '../../src/session/session.ts'
import { userChanges } from '../../src/session/session-message.ts'
import { storageKeys, type TabMessage } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import { Failed } from '../api/api.ts'
import { broadcastToTabs } from '../broadcast-to-tabs.ts'
import type { Effect } from '../deps.ts'

/** A tab that the browser did not let close goes on by itself. */
const STILL_HERE_MS = 400
/** The code was used or too old, or another session is signed in by now. */
const NOT_CONNECTED = 'sign_in_failed'
const PAGE = '/user/settings/login-connections'

/** The provider's page opens in another tab; where that is not allowed, in this one. */
export const openConnection: Effect = (messages, { world }) =>
  messages.of('ui/connectPressed').pipe(
    act(({ provider }) => {
      const to = `/${provider}/new-login-connection`
      if (!world.location.open(to)) world.location.leave(to)
    }),
  )

/**
 * A user with a second factor confirms first: the call asks for it. Then the browser goes to the API, which knows the user
 * by the session's cookie and sends it on. The address names the session of this page, so that nothing is connected to
 * somebody else who has signed in meanwhile; its access token stays here.
 */
export const redirectToConnect =
  (apiBase: string): Effect =>
  (messages, { api, world, read }) =>
    messages.of('ui/connectPageOpened').pipe(
      exhaustMap(({ provider }) => {
        const token = selectToken(read())
        if (token === null) return EMPTY
        return api.call('startLoginConnection', { provider }).pipe(
          mergeMap(() => {
            const url = new URL(`auth/${provider}/new-login-connection`, apiBase)
            url.searchParams.set('token', sessionOfToken(token))
            world.location.leave(url.href, 'replace')
            return EMPTY
          }),
          catchError((error: unknown): Observable<Message> => {
            if (!(error instanceof Failed)) throw error
            const { failure } = error
            const isUnconfirmed = failure.kind === 'apiError' && failure.code === 'stepUpNeeded'
            return of({ type: 'api/connectionFailed', code: isUnconfirmed ? 'step_up_needed' : NOT_CONNECTED })
          }),
          takeUntil(messages.of(...userChanges)),
        )
      }),
    )

/** The provider has proved the login; it is connected in the session and the browser that left for it, and no other. */
export const redeemConnection: Effect = (messages, { api }) =>
  messages.of('ui/connectionReturned').pipe(
    exhaustMap(({ provider, code }) =>
      provider === null || code === null
        ? EMPTY
        : api.call('connectLogin', { provider, code }).pipe(
            map((): Message => ({ type: 'api/loginConnected', provider })),
            catchError((error: unknown): Observable<Message> => {
              if (!(error instanceof Failed)) throw error
              return of({ type: 'api/connectionFailed', code: NOT_CONNECTED })
            }),
          ),
    ),
  )

/**
 * The tab that the provider sent back tells the others how it went, and closes. Where a template is to be copied it is the
 * only tab there is, and goes on with the person as they are now.
 */
export const finishConnection: Effect = (messages, { world }) =>
  merge(
    messages.of('api/loginConnected').pipe(map(({ provider }): TabMessage => ({ kind: 'loginConnected', provider }))),
    messages.of('api/connectionFailed').pipe(map(({ code }): TabMessage => ({ kind: 'connectionFailed', code }))),
    messages.of('ui/connectionReturned').pipe(
      filter(({ provider, code }) => provider === null || code === null),
      map(({ error }): TabMessage => ({ kind: 'connectionFailed', code: error ?? 'unknown' })),
    ),
  ).pipe(
    mergeMap((message) => {
      if (message.kind === 'loginConnected' && world.localStorage.get(storageKeys.clone) !== null) {
        world.localStorage.remove(storageKeys.clone)
        return of(0)
      }
      broadcastToTabs(world, message)
      world.location.close()
      return timer(STILL_HERE_MS, world.scheduler)
    }),
    act(() => world.location.go(PAGE, 'replace')),
  )
