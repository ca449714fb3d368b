import { EMPTY, filter, map, merge, mergeMap, type Observable, of, timer } from 'rxjs'
import type { World } from '../../src/core/world.ts'
import { sessionStorageKeys, storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import { broadcastToTabs } from '../broadcast-to-tabs.ts'
import type { Effect } from '../deps.ts'

const VERIFY_PAGE = '/login/verify'
const signInPages = ['/login', '/login/wallet', '/signup', VERIFY_PAGE]
/** A tab that the browser did not let close goes on by itself. */
const STILL_HERE_MS = 400

/** Whether somebody is on their way in here; other tabs are not led anywhere. */
export const isSignInPage = ({ location }: World): boolean => signInPages.includes(location.read().path)

/** The tab that a provider sent back with a pending sign-in: the tab where it began goes on, or this one. */
export const awaitSecondFactor = (world: World, signIn: string): Observable<string> => {
  world.sessionStorage.set(sessionStorageKeys.pendingSignIn, signIn)
  if (world.localStorage.get(storageKeys.clone) !== null) {
    world.localStorage.remove(storageKeys.clone)
    return of(VERIFY_PAGE)
  }
  broadcastToTabs(world, { kind: 'secondFactorNeeded', signIn })
  world.location.close()
  return timer(STILL_HERE_MS, world.scheduler).pipe(map(() => VERIFY_PAGE))
}

/** The tab where the login began asks for the second factor. */
export const openSecondFactor: Effect = (messages, { world }) =>
  messages.of('tab/secondFactorNeeded').pipe(
    filter(() => isSignInPage(world)),
    act(({ signIn }) => {
      world.sessionStorage.set(sessionStorageKeys.pendingSignIn, signIn)
      world.location.go(`${VERIFY_PAGE}${world.location.read().query}`)
    }),
  )

/** The page may be loaded anew; without a pending sign-in it leads back to logging in. */
export const findPendingSignIn: Effect = (messages, { world, read }) =>
  messages.of('ui/secondFactorOpened').pipe(
    filter(() => read().session.pending === null),
    mergeMap(() => {
      const signIn = world.sessionStorage.get(sessionStorageKeys.pendingSignIn)
      if (signIn !== null) return of({ type: 'storage/signInFound' as const, signIn })
      world.location.go(`/login${world.location.read().query}`, 'replace')
      return EMPTY
    }),
  )

/** What the user gave up is kept no longer; nor is what the server does not know any more, and the user logs in again. */
export const forgetPendingSignIn: Effect = (messages, { world, read }) =>
  merge(
    messages.of('ui/secondFactorLeft'),
    messages
      .of('api/readSignIn.failed', 'api/startSecondFactor.failed', 'api/completeSignIn.failed')
      .pipe(filter(() => read().session.pending === null)),
  ).pipe(
    act(({ type }) => {
      world.sessionStorage.remove(sessionStorageKeys.pendingSignIn)
      const { path, query } = world.location.read()
      if (type !== 'ui/secondFactorLeft' && path === VERIFY_PAGE) world.location.go(`/login${query}`, 'replace')
    }),
  )

/** From here on it is as if another tab had signed in: this one is told as the others are. */
export const arriveWithFactor: Effect = (messages, { world }) =>
  messages.of('api/completeSignIn.succeeded', 'api/signInWithPasskey.succeeded').pipe(
    map(({ response: { token } }) => {
      world.sessionStorage.remove(sessionStorageKeys.pendingSignIn)
      world.localStorage.set(storageKeys.token, token)
      world.localStorage.remove(storageKeys.logout)
      broadcastToTabs(world, { kind: 'login_successful', token })
      return { type: 'tab/signedIn' as const, token }
    }),
  )
