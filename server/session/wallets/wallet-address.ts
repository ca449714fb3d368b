import { base58 } from '@scure/base'
import type { Wallet } from '../../../src/contract/wire/account.ts'

const KEY_BYTES = 32

/**
 * Returns the canonical spelling of an address: checksummed for an EVM chain, base58 for Solana. Undefined if it is
 * invalid.
 */
export const walletAddress = async (wallet: Wallet, given: string): Promise<string | undefined> => {
  try {
    if (wallet === 'phantom') return base58.decode(given).length === KEY_BYTES ? given : undefined
    const { getAddress, isHexString } = await import('ethers')
    return isHexString(given, 20) ? getAddress(given.toLowerCase()) : undefined
  } catch {
    return undefined
  }
}
