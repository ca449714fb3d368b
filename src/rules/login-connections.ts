import { type LoginProvider, type Provider, type User, WEB3 } from '../contract/wire/account.ts'

const offered: readonly Provider[] = ['github', 'gitlab', 'bitbucket', 'google']

type UserWithLogins = Pick<User, 'provider' | 'providerProfiles'>

/** Returns the logins that can still be connected. Users who signed up with a wallet can connect only Google. */
export const connectable = ({ provider, providerProfiles }: UserWithLogins): Provider[] => {
  const connected = new Set<string>(providerProfiles.map(({ providerName }) => providerName))
  const may = provider.name === WEB3 ? offered.filter((one) => one === 'google') : offered
  return may.filter((one) => !connected.has(one))
}

/** The last login and Google logins cannot be disconnected. */
export const mayDisconnect = ({ providerProfiles }: Pick<User, 'providerProfiles'>, login: LoginProvider): boolean =>
  providerProfiles.length > 1 && login !== 'google'
