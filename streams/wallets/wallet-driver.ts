import type { FoundWallet } from '../../src/core/world.ts'

/** A wallet with its own protocol. */
export interface WalletDriver extends FoundWallet {
  connect(): Promise<{ address: string; chainId: number }>
  sign(address: string, message: string): Promise<string>
}
