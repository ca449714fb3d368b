import type { Wallet } from '../contract/wire/account.ts'

/** Disconnecting a wallet login, which the wallet confirms with a signature. */
export type WalletDisconnectMessage =
  /** `id` identifies the browser's wallet. */
  | { type: 'ui/walletDisconnectPressed'; provider: Wallet; id: string }
  | { type: 'wallet/disconnectSigned'; provider: Wallet; nonce: string; signature: string }
