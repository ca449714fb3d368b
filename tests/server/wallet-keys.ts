import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { Wallet } from 'ethers'

/** A wallet of a test: real keys, real signatures. */
export interface TestWallet {
  wallet: 'metamask' | 'phantom'
  address: string
  sign(message: string): Promise<string>
}

export const evmWallet = (): TestWallet => {
  const keys = Wallet.createRandom()
  return { wallet: 'metamask', address: keys.address, sign: (message) => keys.signMessage(message) }
}

export const solanaWallet = (): TestWallet => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return {
    wallet: 'phantom',
    address: base58.encode(Buffer.from(x, 'base64url')),
    sign: async (message) => base58.encode(sign(null, Buffer.from(message), privateKey)),
  }
}
