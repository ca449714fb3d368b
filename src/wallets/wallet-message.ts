import type { FoundWallet, WalletError } from '../core/world.ts'

export type WalletMessage =
  /** A view starts or stops showing the wallets of this browser. */
  | { type: 'ui/walletsRequested' }
  | { type: 'ui/walletsLeft' }
  | { type: 'wallet/found'; wallets: readonly FoundWallet[] }
  /** The user chose a wallet to sign in with. */
  | { type: 'ui/walletSignInPressed'; id: string; chain: FoundWallet['chain']; captchaToken?: string }
  /** The wallet rejected the request, is missing, or failed. */
  | { type: 'wallet/failed'; id: string; kind: WalletError['kind'] }
  | { type: 'wallet/signedIn'; id: string }
