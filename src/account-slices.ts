import { walletDisconnects } from './wallets/wallet-disconnects.ts'
import { withdrawals } from './withdrawals/withdrawals.ts'

/** The additional slices for the user's own pages; they load with the first of them. */
export const accountSlices = {
  walletDisconnects,
  withdrawals,
}
