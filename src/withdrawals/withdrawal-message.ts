import type { InputOf } from '../contract/contract.ts'

/** A wallet that the person has opened to us. */
export interface OpenedWallet {
  /** Which of the browser's wallets. */
  id: string
  address: string
  chainId: number
}

/** What is asked to be paid out; the wallet proves the rest. */
export interface WithdrawalRequest {
  userDetails: { firstName: string; lastName: string }
  amount: number
  address: string
}

/** Signed, and named once: sending it again is the same wish. */
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
