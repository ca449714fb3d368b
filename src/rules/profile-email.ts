import * as v from 'valibot'
import { email, type LoginProvider, type User, type Wallet, WEB3, wallets } from '../contract/wire/account.ts'

type UserWithEmail = Pick<User, 'provider' | 'providerProfiles' | 'platformProfile'>

/** A wallet knows no address, so its owner may give one; what a provider told stays, of whatever form it is. */
export const mayEditEmail = ({ provider, providerProfiles, platformProfile }: UserWithEmail): boolean => {
  const isFromProvider = platformProfile.email && providerProfiles.some(({ providerName }) => !isWallet(providerName))
  return provider.name === WEB3 && !isFromProvider && !v.is(email, platformProfile.email)
}

export const isWallet = (login: LoginProvider): login is Wallet => wallets.some((wallet) => wallet === login)
