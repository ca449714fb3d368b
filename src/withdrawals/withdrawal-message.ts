import type { InputOf } from '../contract/contract.ts'

/** An account of a wallet that the user has opened to this page. */
export interface OpenedWallet {
  /** The id of the wallet in this browser. */
  id: string
  address: string
  chainId: number
}

export interface WithdrawalRequest {
  userDetails: { firstName: string; lastName: string }
  amount: number
  address: string
}

/** `key` is the idempotency key: sending it twice pays out once. */
export interface SignedWithdrawal {
  request: WithdrawalRequest
  input: InputOf<'createWithdrawal'>
  key: string
}

export type WithdrawalMessage =
  | { type: 'ui/payoutWalletPressed'; id: string }
  | { type: 'wallet/opened'; wallet: OpenedWallet }
  | { type: 'ui/withdrawalPressed'; id: string; request: WithdrawalRequest }
  | { type: 'wallet/withdrawalSigned'; signed: SignedWithdrawal }
