import type { FoundWallet } from '../../src/core/world.ts'

/** One wallet, spoken to in its own way. */
export interface WalletDriver extends FoundWallet {
  connect(): Promise<{ address: string; chainId: number }>
  sign(address: string, message: string): Promise<string>
}
