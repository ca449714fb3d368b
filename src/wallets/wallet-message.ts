import type { FoundWallet, WalletError } from '../core/world.ts'

export type WalletMessage =
  /** A view shows the wallets of this browser, or no longer. */
  | { type: 'ui/walletsRequested' }
  | { type: 'ui/walletsLeft' }
  | { type: 'wallet/found'; wallets: readonly FoundWallet[] }
  /** A press of a wallet; `wallet` is what it is called where none is found. */
  | { type: 'ui/walletSignInPressed'; id: string; chain: FoundWallet['chain'] }
  /** The wallet itself said no, is not there, or failed; nothing was asked of the server. */
  | { type: 'wallet/failed'; id: string; kind: WalletError['kind'] }
  | { type: 'wallet/signedIn'; id: string }
