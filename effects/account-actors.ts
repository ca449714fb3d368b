import { finishConnection, openConnection, redeemConnection, redirectToConnect } from './connections/connect-login.ts'
import type { AccountEffects } from './deps.ts'
import { saveRecoveryCodes } from './factors/save-recovery-codes.ts'
import { disconnectWallet } from './wallets/disconnect-wallet.ts'
import { openPayoutWallet, withdraw } from './withdrawals/withdraw.ts'

/** The effects of the user's own pages, by subject. */
export const accountActors: readonly AccountEffects[] = [
  { name: 'connections', effects: { openConnection, redirectToConnect, redeemConnection, finishConnection } },
  { name: 'withdrawals', effects: { openPayoutWallet, withdraw } },
  { name: 'wallets', effects: { disconnectWallet } },
  { name: 'factors', effects: { saveRecoveryCodes } },
]
