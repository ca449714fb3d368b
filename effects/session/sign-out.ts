import { catchError, EMPTY, filter, ignoreElements, map, mergeMap, switchMap } from 'rxjs'
import { callNameOf, failedTypes } from '../../src/calls/call-types.ts'
import { callManifest } from '../../src/contract/call-manifest.ts'
import type { FailedMessage } from '../../src/contract/call-message.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { redirectTo } from '../../src/rules/redirect-host.ts'
import { selectToken } from '../../src/session/session.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act, broadcastToTabs } from '../act.ts'
import { catchFailed } from '../api/api.ts'
import { whenConfigurationKnown } from '../calls/when-configuration-known.ts'
import type { Effect } from '../deps.ts'
import { clearUserData, storeCurrentPage } from './stored-session.ts'

const LOGOUT_PAGE = '/logout'

/** Signs out this tab and the others, and ends the session at the server. */
export const signOut: Effect = (messages, { api, world }) =>
  messages.of('ui/signOutPressed').pipe(
    mergeMap(({ returnAfterSignIn }) => {
      const token = world.localStorage.get(storageKeys.token)
      clearUserData(world)
      world.localStorage.set(storageKeys.logout, 'true')
      if (returnAfterSignIn) storeCurrentPage(world, 'page')
      broadcastToTabs(world, { kind: 'signedOut' })
      const { path } = world.location.read()
      if (path !== LOGOUT_PAGE) world.location.go('/login')
      if (token === null) return EMPTY
      return api.call('signOut', {}, { token }).pipe(
        // An expired token is rejected, but the session's cookie still works.
        catchError(() => api.call('signOut', {}, { token: null })),
        // The session expires by itself; an unreachable server must not prevent signing out.
        catchFailed(() => null),
        ignoreElements(),
      )
    }),
  )

/** Follows the logout page's `redirectUrl` to the product's own apps; any other is passed on to the login page. */
export const redirectAfterSignOut: Effect = (messages, deps) =>
  messages.of('ui/signOutPressed').pipe(
    map(() => deps.world.location.read()),
    filter(({ path }) => path === LOGOUT_PAGE),
    switchMap(({ query }) =>
      whenConfigurationKnown(messages, deps).pipe(
        act((known) => {
          const href = redirectTo(new URLSearchParams(query).get('redirectUrl'), known?.appHosts ?? [])
          if (href) deps.world.location.leave(href)
          else deps.world.location.go(`/login${query}`)
        }),
      ),
    ),
  )

/** A rejected public call does not show that the session has ended, except the one that renews its token. */
const isSessionRejected = ({ type, failure }: FailedMessage): boolean => {
  const name = callNameOf(type)
  const needsSession = name === 'renewToken' || !callManifest[name].isPublic
  return needsSession && failure.kind === 'apiError' && failure.status === 401
}

/** The session has ended when a call is rejected and its token could not be renewed. */
export const detectSessionEnd: Effect = (messages, { read }) =>
  messages.of(...failedTypes).pipe(
    filter(isSessionRejected),
    filter(() => selectToken(read()) !== null),
    map(({ failure }) => ({ type: 'api/sessionEnded', message: failureMessage(failure) })),
  )

/** Opens the login page, which leads back to the current page. */
export const redirectAfterSessionEnd: Effect = (messages, { world }) =>
  messages.of('api/sessionEnded').pipe(
    act(({ message }) => {
      clearUserData(world)
      storeCurrentPage(world, 'page')
      broadcastToTabs(world, { kind: 'signedOut', message })
      world.location.go('/login')
    }),
  )

/** Opens the login page, which leads back to the page that needs a session. */
export const redirectToSignIn: Effect = (messages, { world }) =>
  messages.of('ui/lockedPageOpened').pipe(
    act(() => {
      storeCurrentPage(world, 'page')
      world.location.go('/login', 'replace')
    }),
  )

export const followOtherTabOut: Effect = (messages, { world }) =>
  messages.of('tab/signedOut').pipe(act(() => world.location.go('/login')))
