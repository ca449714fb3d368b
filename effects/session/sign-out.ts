import { catchError, EMPTY, filter, ignoreElements, map, merge, mergeMap, switchMap } from 'rxjs'
import { callNameOf, failedTypes } from '../../src/calls/call-types.ts'
import { callManifest } from '../../src/contract/call-manifest.ts'
import type { FailedMessage } from '../../src/contract/call-message.ts'
import { failureMessage } from '../../src/core/failure.ts'
import type { World } from '../../src/core/world.ts'
import { redirectTo } from '../../src/rules/redirect-host.ts'
import { onOwnOrigin } from '../../src/rules/redirect-path.ts'
import { referrers, sessionStorageKeys, storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import { Failed } from '../api/api.ts'
import { broadcastToTabs } from '../broadcast-to-tabs.ts'
import { whenConfigurationKnown } from '../calls/when-configuration-known.ts'
import type { Effect } from '../deps.ts'

const LOGOUT_PAGE = '/logout'

/** Leaves everywhere: this tab, the other tabs, and the server's session. */
export const signOut: Effect = (messages, { api, world }) =>
  messages.of('ui/signOutPressed').pipe(
    mergeMap(({ returnAfterSignIn }) => {
      const token = world.localStorage.get(storageKeys.token)
      clearUserData(world)
      world.localStorage.set(storageKeys.logout, 'true')
      if (returnAfterSignIn) rememberPage(world)
      broadcastToTabs(world, { kind: 'signedOut' })
      const { path } = world.location.read()
      if (path !== LOGOUT_PAGE) world.location.go('/login')
      if (token === null) return EMPTY
      // A token that has run out is refused; the session's cookie is still good for leaving.
      return api.call('signOut', {}, { token }).pipe(
        catchError(() => api.call('signOut', {}, { token: null })),
        ignoreElements(),
        catchError(quietly),
      )
    }),
  )

/** The logout page leads back to an app of the product's own that asked for it; any other `redirectUrl` goes to login. */
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

/** Every call but the public ones; of those, the one that asks whether the session goes on. */
const isSessionRejected = ({ type, failure }: FailedMessage): boolean => {
  const name = callNameOf(type)
  const needsSession = name === 'renewToken' || !callManifest[name].isPublic
  return needsSession && failure.kind === 'apiError' && failure.status === 401
}

/** A call that needs a session was refused it, and no new token was to be had: it is over, wherever it was ended. */
export const detectSessionEnd: Effect = (messages, { read }) =>
  messages.of(...failedTypes).pipe(
    filter(isSessionRejected),
    filter(() => read().session.token !== null),
    map(({ failure }) => ({ type: 'api/sessionEnded', message: failureMessage(failure) })),
  )

/** Goes to the login page, and remembers where the person was. */
export const redirectAfterSessionEnd: Effect = (messages, { world }) =>
  messages.of('api/sessionEnded').pipe(
    act(({ message }) => {
      clearUserData(world)
      rememberPage(world)
      broadcastToTabs(world, { kind: 'signedOut', message })
      world.location.go('/login')
    }),
  )

/** Signing in leads back to the page that needed it. */
export const redirectToSignIn: Effect = (messages, { world }) =>
  messages.of('ui/lockedPageOpened').pipe(
    act(() => {
      rememberPage(world)
      world.location.go('/login', 'replace')
    }),
  )

export const followOtherTabOut: Effect = (messages, { world }) =>
  merge(messages.of('tab/signedOut')).pipe(act(() => world.location.go('/login')))

const clearUserData = ({ localStorage, sessionStorage }: World): void => {
  for (const key of localStorage.keys()) if (key !== storageKeys.theme) localStorage.remove(key)
  for (const key of Object.values(sessionStorageKeys)) sessionStorage.remove(key)
}

/** Signing in leads back to the page that one is on. */
export const rememberPage = ({ localStorage, location }: World): void => {
  const { path, query } = location.read()
  localStorage.set(storageKeys.referrer, referrers.page)
  localStorage.set(storageKeys.referredFrom, `${onOwnOrigin(path)}${query}`)
}

/** The session ends by itself; a server that cannot be reached must not keep a person from leaving. */
const quietly = (error: unknown) => {
  if (error instanceof Failed) return EMPTY
  throw error
}
