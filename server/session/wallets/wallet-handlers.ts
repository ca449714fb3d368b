import { randomBytes } from 'node:crypto'
import type { walletCalls } from '../../../src/contract/calls/wallet-calls.ts'
import type { Config } from '../../config.ts'
import { fieldRefused } from '../../http/field-refused.ts'
import type { Handlers } from '../../http/handler.ts'
import { overTls } from '../../http/security-headers.ts'
import type { Store } from '../../store/connection.ts'
import { walletAddress } from './wallet-address.ts'
import { walletCookie } from './wallet-cookie.ts'
import { walletMessage } from './wallet-message.ts'
import { keepNonce, nonceEnd } from './wallet-nonces.ts'

/** Letters and digits only, as EIP-4361 wants a nonce. */
const newNonce = (): string => randomBytes(16).toString('hex')

export const walletHandlers = (
  { db }: Pick<Store, 'db'>,
  config: Pick<Config, 'publicUrl' | 'product'>,
): Handlers<keyof typeof walletCalls> => ({
  createWalletNonce: async ({ input: { wallet, address: given, chainId }, cookies }) => {
    const address = await walletAddress(wallet, given)
    if (address === undefined) throw fieldRefused('address', 'This is no address of such a wallet.')
    const nonce = newNonce()
    const issuedAt = new Date()
    const expiresAt = nonceEnd(issuedAt)
    const { publicUrl, product } = config
    const message = await walletMessage({
      ...{ wallet, address, chainId, nonce, publicUrl, issuedAt, expiresAt },
      productName: product.name,
    })
    await keepNonce(db, { nonce, wallet, address, message, expiresAt })
    cookies.set(walletCookie(nonce, overTls(config)))
    return { nonce, state: nonce, message, expiresAt: expiresAt.toISOString() }
  },
})
