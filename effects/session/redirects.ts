import { filter, map, switchMap, takeUntil, timer } from 'rxjs'
import { AGENT_APP, AGENT_DASHBOARD, afterLogin, agentHome, agentTarget } from '../../src/rules/after-login.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { PROVIDER_APP_CHANNEL } from '../../src/session/tab-message.ts'
import { act } from '../act.ts'
import { whenConfigurationKnown } from '../calls/when-configuration-known.ts'
import type { ConsoleEffect, Effect } from '../deps.ts'

const AGENT_DELAY_MS = 4000

/** Leaves for the API, which redirects to the provider. A sign-up takes the stored referral code along. */
export const redirectToProvider: Effect = (messages, { apiBase, world }) =>
  messages.of('ui/providerPageOpened').pipe(
    act(({ provider, intent, forAgent }) => {
      const url = new URL(`auth/${provider}/${intent}`, apiBase)
      const referralCode = world.localStorage.get(storageKeys.referralCode)
      if (intent === 'signup' && referralCode) url.searchParams.set('referralCode', referralCode)
      if (forAgent) url.searchParams.set('app', AGENT_APP)
      world.location.leave(url.href)
    }),
  )

/** Leaves for the API, which decides the permissions to request from a git provider. */
export const redirectToAuthorization: Effect = (messages, { apiBase, world }) =>
  messages
    .of('ui/providerAuthorizationOpened')
    .pipe(
      act(({ provider, id }) =>
        world.location.leave(new URL(`git-meta/${provider}/app/auth/${encodeURIComponent(id)}`, apiBase).href),
      ),
    )

/** Reports a git provider's grant to the tab that requested it. */
export const broadcastAuthorization: Effect = (messages, { world }) =>
  messages.of('ui/providerAuthorized').pipe(
    act(({ provider }) => {
      world.channel(PROVIDER_APP_CHANNEL).post(`authorized-${provider}`)
      world.location.close()
    }),
  )

/** Opens the requested destination if it is an allowed one, or where the user starts otherwise. */
export const redirectAfterSignIn: Effect = (messages, deps) =>
  messages.of('ui/postLoginOpened').pipe(
    switchMap(() => whenConfigurationKnown(messages, deps)),
    act((known) => {
      const { query, origin } = deps.world.location.read()
      const { user } = deps.read().organizations
      const destination = afterLogin({
        query: new URLSearchParams(query),
        origin,
        known,
        hasOrganizations: (user?.organizations.length ?? 0) > 0,
      })
      if (destination.kind === 'external') deps.world.location.leave(destination.href)
      else deps.world.location.go(destination.path, 'replace')
    }),
  )

/** Opens the agent product after a delay, or at once when the address names one of its pages. */
export const openAgent: Effect = (messages, deps) => {
  const { world } = deps
  const navigatedAway$ = messages.of('location/changed').pipe(filter(({ path }) => path !== AGENT_DASHBOARD))
  return messages.of('ui/agentDashboardOpened').pipe(
    switchMap(() => whenConfigurationKnown(messages, deps)),
    filter((known) => known !== null),
    switchMap((known) => {
      const target = agentTarget(new URLSearchParams(world.location.read().query).get('redirectUrl'), known)
      return timer(target ? 0 : AGENT_DELAY_MS, world.scheduler).pipe(
        map(() => target ?? agentHome(known)),
        takeUntil(navigatedAway$),
      )
    }),
    filter((href) => href !== null),
    act((href) => world.location.leave(href)),
  )
}

/** Shows that a command line was approved, on a page that the user can close. */
export const openCliLoginDone: ConsoleEffect = (messages, { world }) =>
  messages.of('api/decideDeviceLogin.succeeded').pipe(
    filter(({ response }) => response.approved),
    act(({ response }) => {
      const query = response.email === null ? '' : `?${new URLSearchParams({ email: response.email })}`
      world.location.go(`/notifications/cli-login${query}`, 'replace')
    }),
  )
