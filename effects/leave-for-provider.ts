import { storageKeys } from '../src/session/storage-keys.ts'
import { act } from './act.ts'
import type { Effect } from './deps.ts'

/** The browser goes to the API, which sends it on to the provider. Who came by a referral takes its code along. */
export const leaveForProvider =
  (apiBase: string): Effect =>
  (messages, { world }) =>
    messages.of('ui/providerPageOpened').pipe(
      act(({ provider, intent }) => {
        const url = new URL(`auth/${provider}/${intent}`, apiBase)
        const referralCode = world.localStorage.get(storageKeys.referralCode)
        if (intent === 'signup' && referralCode) url.searchParams.set('referralCode', referralCode)
        world.location.leave(url.href)
      }),
    )
