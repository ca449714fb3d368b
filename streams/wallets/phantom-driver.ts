import { base58 } from '@scure/base'
import * as v from 'valibot'
import type { WalletDriver } from './wallet-driver.ts'

/** The object that Phantom injects into a page. */
export interface PhantomProvider {
  isPhantom: boolean
  connect(): Promise<{ publicKey: { toString(): string } }>
  signMessage(message: Uint8Array, display: 'utf8'): Promise<{ signature: Uint8Array }>
}

const signed = v.object({ signature: v.instance(Uint8Array) })

export const phantomDriver = (provider: PhantomProvider): WalletDriver => ({
  id: 'phantom',
  name: 'Phantom',
  icon: null,
  chain: 'solana',
  connect: async () => {
    const { publicKey } = await provider.connect()
    return { address: publicKey.toString(), chainId: 0 }
  },
  sign: async (_address, message) => {
    const response = await provider.signMessage(new TextEncoder().encode(message), 'utf8')
    return base58.encode(v.parse(signed, response).signature)
  },
})
