import type { LoginProvider, Provider, User } from '../contract/wire/account.ts'
import { isWallet } from './profile-email.ts'

const offered: readonly Provider[] = ['github', 'gitlab', 'bitbucket', 'google']

type Person = Pick<User, 'provider' | 'providerProfiles'>

/** Logins that may still be connected. Who came by a wallet connects Google alone. */
export const connectable = ({ provider, providerProfiles }: Person): Provider[] => {
  const connected = new Set<string>(providerProfiles.map(({ providerName }) => providerName))
  const may = isWallet(provider.name) ? offered.filter((one) => one === 'google') : offered
  return may.filter((one) => !connected.has(one))
}

/** The last login stays, and Google's always. */
export const mayDisconnect = ({ providerProfiles }: Pick<User, 'providerProfiles'>, login: LoginProvider): boolean =>
  providerProfiles.length > 1 && login !== 'google'
