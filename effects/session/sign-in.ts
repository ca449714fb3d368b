import { EMPTY, exhaustMap, filter, map, merge, mergeMap, of, switchMap, timer } from 'rxjs'
import type { World } from '../../src/core/world.ts'
import { AGENT_APP } from '../../src/rules/after-login.ts'
import { isPendingSignIn } from '../../src/rules/pending-sign-in.ts'
import { selectPendingSignIn } from '../../src/session/session.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act, broadcastToTabs, closeTab, openTab } from '../act.ts'
import { catchFailed } from '../api/api.ts'
import type { Effect, Emitted } from '../deps.ts'
import { readLogin, storeToken, takeCloneFlag, takeDestination, takeLoginQuery, updateLogin } from './stored-session.ts'

const REDIRECT_DELAY_MS = 100
const SIGN_IN_WAIT_MS = 3000
/** The channel's code for a user without an account. */
const USER_NOT_FOUND = 'user_not_found'
/** The code was used, has expired or belongs to another browser, or the server did not respond. */
const NOT_EXCHANGED = 'sign_in_failed'

const VERIFY_PAGE = '/login/verify'
const signInPages = ['/login', '/login/wallet', '/signup', VERIFY_PAGE]

/** Other pages stay open when another tab signs in. */
const isSignInPage = ({ location }: World): boolean => signInPages.includes(location.read().path)

export const openProvider: Effect = (messages, { world }) =>
  messages
    .of('ui/signInPressed')
    .pipe(
      act(({ provider, intent, forAgent }) =>
        openTab(world, `/${intent}/${provider}${forAgent ? `?app=${AGENT_APP}` : ''}`),
      ),
    )

/** Stores the destination: a login that continues in this tab leaves the page whose address names it. */
export const storeLoginQuery: Effect = (messages, { world }) =>
  messages
    .of('ui/signInPressed', 'ui/walletSignInPressed')
    .pipe(act(() => updateLogin(world, { query: world.location.read().query })))

/** The server accepts a code only from the browser that started the login, so a link with a code cannot sign a user in. */
export const exchangeCode: Effect = (messages, { api }) =>
  messages.of('ui/callbackOpened').pipe(
    exhaustMap(({ code }) =>
      code === null
        ? EMPTY
        : api.call('exchangeSignInCode', { code }, { token: null }).pipe(
            map(({ token, isNew }): Emitted => ({ type: 'api/signedIn', token, isNew })),
            catchFailed((): Emitted => ({ type: 'api/signInFailed', code: NOT_EXCHANGED })),
          ),
    ),
  )

/** Stores the result in the tab that a provider redirected back to, and leaves the rest to the tab that began. */
export const finishSignIn: Effect = (messages, { world }) =>
  messages.of('api/signedIn').pipe(
    mergeMap(({ token, isNew }) => {
      const isPending = isPendingSignIn(token)
      if (isPending) updateLogin(world, { signIn: token })
      else storeToken(world, token)
      const stays$ = takeCloneFlag(world)
        ? of(null)
        : closeTab(
            world,
            isPending
              ? { kind: 'secondFactorNeeded', signIn: token }
              : { kind: isNew ? 'signedup' : 'login_successful', token },
          )
      return stays$.pipe(map(() => (isPending ? VERIFY_PAGE : takeDestination(world, takeLoginQuery(world)))))
    }),
    act((page) => world.location.go(page, 'replace')),
  )

/** Reports a failed login to the tab that began it. */
export const handleFailedSignIn: Effect = (messages, { world }) =>
  merge(
    messages.of('api/signInFailed').pipe(map(({ code }) => code)),
    messages.of('ui/callbackOpened').pipe(
      filter(({ code }) => code === null),
      map(({ error }) => error ?? 'unknown'),
    ),
  ).pipe(
    mergeMap((code) => closeTab(world, { kind: 'signInFailed', code }).pipe(map(() => code))),
    map((code) => `${code === USER_NOT_FOUND ? '/signup' : '/login'}${takeLoginQuery(world)}`),
    act((page) => world.location.go(page, 'replace')),
  )

/** Continues in the tab where the login began. */
export const arriveSignedIn: Effect = (messages, { world }) =>
  messages.of('tab/signedIn').pipe(
    switchMap(() => timer(REDIRECT_DELAY_MS, world.scheduler)),
    filter(() => isSignInPage(world)),
    act(() => {
      world.localStorage.remove(storageKeys.logout)
      takeLoginQuery(world)
      world.location.go(takeDestination(world, world.location.read().query))
    }),
  )

export const redirectToSignUp: Effect = (messages, { world }) =>
  messages.of('tab/signInFailed').pipe(
    filter(({ code }) => code === USER_NOT_FOUND && world.location.read().path === '/login'),
    act(() => world.location.go(`/signup${world.location.read().query}`)),
  )

export const endSignInWait: Effect<'timer/signInWaited'> = (messages, { world }) =>
  messages.of('tab/signedIn', 'tab/signInFailed').pipe(
    switchMap(() => timer(SIGN_IN_WAIT_MS, world.scheduler)),
    map(() => ({ type: 'timer/signInWaited' })),
  )

/** Asks for the second factor in the tab where the login began. */
export const openSecondFactor: Effect = (messages, { world }) =>
  messages.of('tab/secondFactorNeeded').pipe(
    filter(() => isSignInPage(world)),
    act(({ signIn }) => {
      updateLogin(world, { signIn })
      world.location.go(`${VERIFY_PAGE}${world.location.read().query}`)
    }),
  )

/** Restores a pending sign-in after a reload; without one, the user logs in again. */
export const findPendingSignIn: Effect<'storage/signInFound'> = (messages, { world, read }) =>
  messages.of('ui/secondFactorOpened').pipe(
    filter(() => selectPendingSignIn(read()) === null),
    mergeMap(() => {
      const { signIn } = readLogin(world)
      if (signIn !== null) return of({ type: 'storage/signInFound' as const, signIn })
      world.location.go(`/login${world.location.read().query}`, 'replace')
      return EMPTY
    }),
  )

/** Removes a pending sign-in that the user abandoned or the server no longer knows. */
export const forgetPendingSignIn: Effect = (messages, { world, read }) =>
  merge(
    messages.of('ui/secondFactorLeft'),
    messages
      .of('api/readSignIn.failed', 'api/startSecondFactor.failed', 'api/completeSignIn.failed')
      .pipe(filter(() => selectPendingSignIn(read()) === null)),
  ).pipe(
    act(({ type }) => {
      updateLogin(world, { signIn: null })
      const { path, query } = world.location.read()
      if (type !== 'ui/secondFactorLeft' && path === VERIFY_PAGE) world.location.go(`/login${query}`, 'replace')
    }),
  )

/** Continues as if another tab had signed in; the other tabs receive the same message. */
export const arriveWithFactor: Effect<'tab/signedIn'> = (messages, { world }) =>
  messages.of('api/completeSignIn.succeeded', 'api/signInWithPasskey.succeeded').pipe(
    map(({ response: { token } }) => {
      updateLogin(world, { signIn: null })
      storeToken(world, token)
      broadcastToTabs(world, { kind: 'login_successful', token })
      return { type: 'tab/signedIn', token }
    }),
  )
