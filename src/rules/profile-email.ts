import * as v from 'valibot'
import { email, type LoginProvider, type User, WEB3, wallets } from '../contract/wire/account.ts'

/** A wallet knows no address, so its owner may give one; every other one came from a provider and stays. */
export const mayEditEmail = ({ provider, platformProfile }: Pick<User, 'provider' | 'platformProfile'>): boolean =>
  provider.name === WEB3 && !v.is(email, platformProfile.email)

export const isWallet = (login: LoginProvider): boolean => wallets.some((wallet) => wallet === login)
