import type { CallMessage } from '../contract/call-message.ts'
import { slice } from '../core/slice.ts'
import type { FoundWallet } from '../core/world.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { WalletMessage } from './wallet-message.ts'

export interface WalletsState {
  found: readonly FoundWallet[]
  /** The wallet that the user is currently deciding in. */
  deciding: string | null
}

const done = (draft: WalletsState): undefined => {
  draft.deciding = null
}

export const wallets = slice<WalletsState, WalletMessage | CallMessage | SessionMessage>(
  { found: [], deciding: null },
  {
    'wallet/found': (draft, message) => {
      draft.found = [...message.wallets]
    },
    'ui/walletSignInPressed': (draft, { id }) => {
      draft.deciding = id
    },
    'wallet/failed': done,
    'wallet/signedIn': done,
    'api/createWalletNonce.failed': done,
    'ui/walletsLeft': done,
    ...resetOnUserChange<WalletsState>(done),
  },
)

export const selectWallets = (state: { wallets: WalletsState }): WalletsState => state.wallets
