import { EMPTY, exhaustMap, filter, map, merge, mergeMap, of, takeUntil } from 'rxjs'
import { sessionOfToken } from '../../src/rules/token-claims.ts'
import { selectToken } from '../../src/session/session.ts'
import { userChanges } from '../../src/session/session-message.ts'
import type { TabMessage } from '../../src/session/tab-message.ts'
import { act, closeTab, openTab } from '../act.ts'
import { catchFailed } from '../api/api.ts'
import type { Effect, Emitted } from '../deps.ts'
import { takeCloneFlag } from '../session/stored-session.ts'

/** The code was used or has expired, or another session is signed in by now. */
const NOT_CONNECTED = 'sign_in_failed'
const PAGE = '/user/settings/login-connections'

export const openConnection: Effect = (messages, { world }) =>
  messages.of('ui/connectPressed').pipe(act(({ provider }) => openTab(world, `/${provider}/new-login-connection`)))

/**
 * Leaves for the API, which redirects to the provider. The call before it requires a step-up of a user with a second
 * factor. The address contains this page's session id, never its token. The API compares the id with its cookie, so
 * that no login is connected to another user who has signed in meanwhile.
 */
export const redirectToConnect: Effect = (messages, { api, apiBase, world, read }) =>
  messages.of('ui/connectPageOpened').pipe(
    exhaustMap(({ provider }) => {
      const token = selectToken(read())
      if (token === null) return EMPTY
      return api.call('startLoginConnection', { provider }).pipe(
        act(() => {
          const url = new URL(`auth/${provider}/new-login-connection`, apiBase)
          url.searchParams.set('token', sessionOfToken(token))
          world.location.leave(url.href, 'replace')
        }),
        catchFailed((failure): Emitted => {
          const isUnconfirmed = failure.kind === 'apiError' && failure.code === 'stepUpNeeded'
          return { type: 'api/connectionFailed', code: isUnconfirmed ? 'step_up_needed' : NOT_CONNECTED }
        }),
        takeUntil(messages.of(...userChanges)),
      )
    }),
  )

/** Connects the login that the provider has confirmed; the server accepts the code in this session and browser only. */
export const redeemConnection: Effect = (messages, { api }) =>
  messages.of('ui/connectionReturned').pipe(
    exhaustMap(({ provider, code }) =>
      provider === null || code === null
        ? EMPTY
        : api.call('connectLogin', { provider, code }).pipe(
            map((): Emitted => ({ type: 'api/loginConnected', provider })),
            catchFailed((): Emitted => ({ type: 'api/connectionFailed', code: NOT_CONNECTED })),
          ),
    ),
  )

/** Reports the result to the tab that began, or continues here when this is the only tab. */
export const finishConnection: Effect = (messages, { world }) =>
  merge(
    messages.of('api/loginConnected').pipe(map(({ provider }): TabMessage => ({ kind: 'loginConnected', provider }))),
    messages.of('api/connectionFailed').pipe(map(({ code }): TabMessage => ({ kind: 'connectionFailed', code }))),
    messages.of('ui/connectionReturned').pipe(
      filter(({ provider, code }) => provider === null || code === null),
      map(({ error }): TabMessage => ({ kind: 'connectionFailed', code: error ?? 'unknown' })),
    ),
  ).pipe(
    mergeMap((message) =>
      message.kind === 'loginConnected' && takeCloneFlag(world) ? of(null) : closeTab(world, message),
    ),
    act(() => world.location.go(PAGE, 'replace')),
  )
