import { generateKeyPairSync, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { getBytes, Wallet } from 'ethers'

/** A test wallet: real keys, real signatures. */
export interface TestWallet {
  wallet: 'metamask' | 'phantom'
  address: string
  /** Returns the signature in the wallet’s own encoding: hexadecimal or base58. */
  sign(message: string): Promise<string>
  /** Returns the signature as numbers, which can be passed into a page. */
  signBytes(message: string): Promise<number[]>
}

export const evmWallet = (): TestWallet => {
  const keys = Wallet.createRandom()
  const sign = (message: string) => keys.signMessage(message)
  return {
    wallet: 'metamask',
    address: keys.address,
    sign,
    signBytes: async (message) => [...getBytes(await sign(message))],
  }
}

export const solanaWallet = (): TestWallet => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (message: string) => sign(null, Buffer.from(message), privateKey)
  return {
    wallet: 'phantom',
    address: base58.encode(Buffer.from(x, 'base64url')),
    sign: async (message) => base58.encode(bytes(message)),
    signBytes: async (message) => [...bytes(message)],
  }
}
