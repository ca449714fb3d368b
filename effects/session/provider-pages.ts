import { AGENT_APP } from '../../src/rules/after-login.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { PROVIDER_APP_CHANNEL } from '../../src/session/tab-message.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

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

/** Leaves for the API, which decides what a git provider is asked to grant. */
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
