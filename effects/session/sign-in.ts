import {
  catchError,
  delay,
  EMPTY,
  exhaustMap,
  filter,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  switchMap,
  timer,
} from 'rxjs'
import type { World } from '../../src/core/world.ts'
import type { Message } from '../../src/message.ts'
import { AGENT_APP, CHOOSER } from '../../src/rules/after-login.ts'
import { isPendingSignIn } from '../../src/rules/pending-sign-in.ts'
import { PROVIDER_APP_CHANNEL, referrers, storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import { Failed } from '../api/api.ts'
import { broadcastToTabs } from '../broadcast-to-tabs.ts'
import type { Effect } from '../deps.ts'
import { rememberCommunity } from '../organizations/community.ts'
import { takeSignInQuery } from './persist-sign-in-query.ts'
import { awaitSecondFactor, isSignInPage } from './second-factor.ts'

const REDIRECT_DELAY_MS = 100
const WAITED_MS = 3000
/** A tab that the browser did not let close goes on by itself. */
const STILL_HERE_MS = 400
/** The channel's code of a person who has no account. */
const USER_NOT_FOUND = 'user_not_found'
/** The code was used or too old, belongs to another browser, or the server did not answer. */
const NOT_EXCHANGED = 'sign_in_failed'

/** The provider's page opens in another tab; where that is not allowed, in this one. */
export const openProvider: Effect = (messages, { world }) =>
  messages.of('ui/signInPressed').pipe(
    act(({ provider, intent, forAgent }) => {
      const to = `/${intent}/${provider}${forAgent ? `?app=${AGENT_APP}` : ''}`
      if (!world.location.open(to)) world.location.leave(to)
    }),
  )

/**
 * What stands in the address of the tab that the provider sent back is a code. The server gives an access token for it
 * only to the browser that began to sign in, so that nobody is signed in by a link.
 */
export const exchangeCode: Effect = (messages, { api }) =>
  messages.of('ui/callbackOpened').pipe(
    exhaustMap(({ code }) =>
      code === null
        ? EMPTY
        : api.call('exchangeSignInCode', { code }, { token: null }).pipe(
            map(({ token, isNew }): Message => ({ type: 'api/signedIn', token, isNew })),
            catchError((error: unknown): Observable<Message> => {
              if (!(error instanceof Failed)) throw error
              return of({ type: 'api/signInFailed', code: NOT_EXCHANGED })
            }),
          ),
    ),
  )

/**
 * The tab that the provider sent back keeps the token, tells the others, and closes. Where a template is to be copied it
 * is the only tab there is, and goes on by itself.
 */
export const finishSignIn: Effect = (messages, { world }) =>
  messages.of('api/signedIn').pipe(
    mergeMap(({ token, isNew }) => {
      if (isPendingSignIn(token)) return awaitSecondFactor(world, token)
      world.localStorage.set(storageKeys.token, token)
      world.localStorage.remove(storageKeys.logout)
      if (world.localStorage.get(storageKeys.clone) !== null) {
        world.localStorage.remove(storageKeys.clone)
        return of(arrivalOf(world))
      }
      broadcastToTabs(world, { kind: isNew ? 'signedup' : 'login_successful', token })
      world.location.close()
      return timer(STILL_HERE_MS, world.scheduler).pipe(map(() => arrivalOf(world)))
    }),
    act((arrival) => world.location.go(arrival, 'replace')),
  )

/** A tab that was sent back without a sign-in tells the others why, and closes. */
export const handleFailedSignIn: Effect = (messages, { world }) =>
  merge(
    messages.of('api/signInFailed').pipe(map(({ code }) => code)),
    messages.of('ui/callbackOpened').pipe(
      filter(({ code }) => code === null),
      map(({ error }) => error ?? 'unknown'),
    ),
  ).pipe(
    mergeMap((code) => {
      broadcastToTabs(world, { kind: 'signInFailed', code })
      world.location.close()
      return timer(STILL_HERE_MS, world.scheduler).pipe(
        map(() => `${code === USER_NOT_FOUND ? '/signup' : '/login'}${takeSignInQuery(world)}`),
      )
    }),
    act((page) => world.location.go(page, 'replace')),
  )

/** The tab where signing in began goes on to where the person was headed. */
export const arriveSignedIn: Effect = (messages, { world }) =>
  messages.of('tab/signedIn').pipe(
    switchMap(() => of(null).pipe(delay(REDIRECT_DELAY_MS, world.scheduler))),
    filter(() => isSignInPage(world)),
    act(() => {
      world.localStorage.remove(storageKeys.logout)
      takeSignInQuery(world)
      world.location.go(takeReturnPath(world)?.path ?? `/post-login${world.location.read().query}`)
    }),
  )

/** What a git provider was asked for is told to the tab that asked. */
export const broadcastAuthorization: Effect = (messages, { world }) =>
  messages.of('ui/providerAuthorized').pipe(
    act(({ provider }) => {
      world.channel(PROVIDER_APP_CHANNEL).post(`authorized-${provider}`)
      world.location.close()
    }),
  )

/** A person whom nobody knows is led to where accounts are made. */
export const redirectToSignUp: Effect = (messages, { world }) =>
  messages.of('tab/signInFailed').pipe(
    filter(({ code }) => code === USER_NOT_FOUND && world.location.read().path === '/login'),
    act(() => world.location.go(`/signup${world.location.read().query}`)),
  )

/** The buttons come back to life a while after another tab said how it went. */
export const endSignInWait: Effect = (messages, { world }) =>
  merge(messages.of('tab/signedIn', 'tab/signInFailed')).pipe(
    switchMap(() => timer(WAITED_MS, world.scheduler)),
    map(() => ({ type: 'timer/signInWaited' })),
  )

/** Where the tab goes on that a provider sent back. */
const arrivalOf = (world: World): string => {
  const query = takeSignInQuery(world)
  return takeReturnPath(world)?.path ?? `/post-login${query}`
}

/** Where a person who came from elsewhere wanted to go before they had to sign in; asked for once. */
const takeReturnPath = (world: World): { path: string } | null => {
  const { localStorage } = world
  const referrer = localStorage.get(storageKeys.referrer)
  const path = localStorage.get(storageKeys.referredFrom)
  localStorage.remove(storageKeys.referredFrom)
  localStorage.remove(storageKeys.referrer)
  if (referrer === null) return null
  if (referrer === referrers.community && path) rememberCommunity(world, path)
  return { path: path ?? CHOOSER }
}
