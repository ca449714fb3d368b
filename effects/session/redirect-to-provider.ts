import { AGENT_APP } from '../../src/rules/after-login.ts'
import { storageKeys } from '../../src/session/storage-keys.ts'
import { act } from '../act.ts'
import type { Effect } from '../deps.ts'

/** The browser goes to the API, which sends it on to the provider. Who came by a referral takes its code along. */
export const redirectToProvider =
  (apiBase: string): Effect =>
  (messages, { world }) =>
    messages.of('ui/providerPageOpened').pipe(
      act(({ provider, intent, forAgent }) => {
        const url = new URL(`auth/${provider}/${intent}`, apiBase)
        const referralCode = world.localStorage.get(storageKeys.referralCode)
        if (intent === 'signup' && referralCode) url.searchParams.set('referralCode', referralCode)
        if (forAgent) url.searchParams.set('app', AGENT_APP)
        world.location.leave(url.href)
      }),
    )

/** What a git provider is asked to let this product read is the API's business. */
export const redirectToAuthorization =
  (apiBase: string): Effect =>
  (messages, { world }) =>
    messages
      .of('ui/providerAuthorizationOpened')
      .pipe(
        act(({ provider, id }) =>
          world.location.leave(new URL(`git-meta/${provider}/app/auth/${encodeURIComponent(id)}`, apiBase).href),
        ),
      )
