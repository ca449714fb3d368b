import type { Wallet } from '../contract/wire/account.ts'

/** A wallet that is to let nobody in any more signs for that. */
export type WalletDisconnectMessage =
  /** `id`: which of the browser's wallets. */
  | { type: 'ui/walletDisconnectPressed'; provider: Wallet; id: string }
  | { type: 'wallet/disconnectSigned'; provider: Wallet; nonce: string; signature: string }
