import { randomBytes } from 'node:crypto'
import type { walletCalls } from '../../../src/contract/calls/wallet-calls.ts'
import type { Wallet } from '../../../src/contract/wire/account.ts'
import type { Captcha } from '../../captcha/captcha.ts'
import type { Config } from '../../config.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { overTls } from '../../http/listener/data-headers.ts'
import { sessionOf } from '../../http/require-user.ts'
import type { Store } from '../../store/connection.ts'
import { connectionsOf } from '../disconnect-login.ts'
import { walletAddress } from './wallet-address.ts'
import { walletCookie } from './wallet-cookie.ts'
import { type MessageParts, walletMessage } from './wallet-message.ts'
import { nonceExpiry, storeNonce } from './wallet-nonces.ts'

/** Only letters and digits, as EIP-4361 requires for a nonce. */
const newNonce = (): string => randomBytes(16).toString('hex')

export const walletHandlers = (
  { db }: Pick<Store, 'db'>,
  config: Pick<Config, 'publicUrl' | 'product'>,
  captcha: Pick<Captcha, 'verify'>,
): Handlers<keyof typeof walletCalls> => {
  const issueChallenge = async (challenge: Pick<MessageParts, 'purpose' | 'wallet' | 'address' | 'chainId'>) => {
    const nonce = newNonce()
    const issuedAt = new Date()
    const expiresAt = nonceExpiry(issuedAt)
    const { publicUrl, product } = config
    const message = await walletMessage({
      ...{ ...challenge, nonce, publicUrl, issuedAt, expiresAt },
      productName: product.name,
    })
    const { purpose, wallet, address } = challenge
    await storeNonce(db, { nonce, purpose, wallet, address, message, expiresAt })
    return { nonce, message, expiresAt: expiresAt.toISOString() }
  }

  return {
    createWalletNonce: async ({ input: { wallet, address: given, chainId, captchaToken }, cookies, address: from }) => {
      // A wallet costs nothing, so no provider keeps programs from signing up with one.
      await captcha.verify(captchaToken, from)
      const address = await knownAddress(wallet, given)
      const challenge = await issueChallenge({ purpose: 'signIn', wallet, address, chainId })
      cookies.set(walletCookie(challenge.nonce, overTls(config)))
      return { ...challenge, state: challenge.nonce }
    },

    createDisconnectNonce: async ({ caller, input: { provider: wallet, address: given, chainId } }) => {
      const connected = await connectionsOf(db, sessionOf(caller))
      const own = connected.find(({ provider }) => provider === wallet)
      if (!own) throw new ApiError('notFound')
      const address = await knownAddress(wallet, given)
      if (address !== own.subject) throw new ApiError('otherWallet')
      return { ...(await issueChallenge({ purpose: 'disconnect', wallet, address, chainId })), address }
    },
  }
}

const knownAddress = async (wallet: Wallet, given: string): Promise<string> => {
  const address = await walletAddress(wallet, given)
  if (address === undefined) throw fieldError('address', 'Not a valid address for this wallet.')
  return address
}
