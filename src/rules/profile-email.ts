import * as v from 'valibot'
import { email, type User, wallets } from '../contract/wire/account.ts'

/** A wallet knows no address, so its owner may give one; every other one came from a provider and stays. */
export const mayEditEmail = ({ provider, platformProfile }: Pick<User, 'provider' | 'platformProfile'>): boolean =>
  isWallet(provider.name) && !v.is(email, platformProfile.email)

export const isWallet = (provider: string): boolean => wallets.some((wallet) => wallet === provider)
