import * as v from 'valibot'
import type { WalletDriver } from './wallet-driver.ts'

/** The provider interface of EVM wallets (EIP-1193). */
export interface EvmProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
}

const accounts = v.pipe(v.array(v.string()), v.minLength(1))
const chain = v.pipe(v.string(), v.transform(Number), v.safeInteger())

export const evmDriver = (
  { id, name, icon }: Pick<WalletDriver, 'id' | 'name' | 'icon'>,
  provider: EvmProvider,
): WalletDriver => ({
  id,
  name,
  icon,
  chain: 'evm',
  connect: async () => {
    const [address = ''] = v.parse(accounts, await provider.request({ method: 'eth_requestAccounts' }))
    return { address, chainId: v.parse(chain, await provider.request({ method: 'eth_chainId' })) }
  },
  sign: async (address, message) =>
    v.parse(v.string(), await provider.request({ method: 'personal_sign', params: [hex(message), address] })),
})

const hex = (text: string): string =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
