import * as v from 'valibot'
import { email, type LoginProvider, type User, type Wallet, WEB3, wallets } from '../contract/wire/account.ts'

type UserWithEmail = Pick<User, 'provider' | 'providerProfiles' | 'platformProfile'>

/** Wallets have no e-mail address, so their owners may enter one. An address from a provider cannot be edited. */
export const mayEditEmail = ({ provider, providerProfiles, platformProfile }: UserWithEmail): boolean => {
  const isFromProvider = platformProfile.email && providerProfiles.some(({ providerName }) => !isWallet(providerName))
  return provider.name === WEB3 && !isFromProvider && !v.is(email, platformProfile.email)
}

export const isWallet = (login: LoginProvider): login is Wallet => wallets.some((wallet) => wallet === login)
