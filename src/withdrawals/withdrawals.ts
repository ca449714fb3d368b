import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { Failure } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import type { ModalMessage } from '../modals/modal-message.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { WalletMessage } from '../wallets/wallet-message.ts'
import type { OpenedWallet, SignedWithdrawal, WithdrawalMessage, WithdrawalRequest } from './withdrawal-message.ts'

/** The withdrawal that a person is making. */
export interface Withdrawals {
  wallet: OpenedWallet | null
  step: 'connecting' | 'signing' | 'sending' | null
  /** Kept while it is not known whether the server has it, so that it is sent again and not made again. */
  signed: SignedWithdrawal | null
  failure: Failure | null
}

const none: Withdrawals = { wallet: null, step: null, signed: null, failure: null }

const isSame = (one: WithdrawalRequest, other: WithdrawalRequest): boolean =>
  one.amount === other.amount &&
  one.address === other.address &&
  one.userDetails.firstName === other.userDetails.firstName &&
  one.userDetails.lastName === other.userDetails.lastName

const stop = (draft: Draft<Withdrawals>, failure: Failure | null): undefined => {
  draft.step = null
  draft.failure = failure?.kind === 'cancelled' ? null : failure
}

export const withdrawals = slice<
  Withdrawals,
  CallMessage | ModalMessage | SessionMessage | WalletMessage | WithdrawalMessage
>(none, {
  'ui/modalOpened': (draft, { modal }) => {
    if (modal.kind !== 'withdrawCredits') return undefined
    // Closing the dialog settles nothing: what was signed goes on from where it is.
    if (draft.signed === null) return none
    if (draft.step === 'connecting') draft.step = null
    return undefined
  },
  'ui/payoutWalletPressed': (draft) => {
    draft.step = 'connecting'
  },
  'wallet/opened': (draft, { wallet }) => {
    draft.wallet = wallet
    if (draft.step !== 'sending') draft.step = null
  },
  'ui/withdrawalPressed': (draft, { request }) => {
    if (draft.signed && !isSame(draft.signed.request, request)) draft.signed = null
    draft.step = draft.signed ? 'sending' : 'signing'
    draft.failure = null
  },
  'wallet/withdrawalSigned': (draft, { signed }) => {
    draft.signed = signed
    draft.step = 'sending'
  },
  'wallet/failed': (draft) => stop(draft, null),
  'api/readWithdrawalMessage.failed': (draft, { failure }) => stop(draft, failure),
  'api/createWithdrawal.failed': (draft, { failure }) => {
    stop(draft, failure)
    if (failure.kind === 'apiError') draft.signed = null
  },
  'api/createWithdrawal.succeeded': () => none,
  ...resetOnUserChange<Withdrawals>(() => none),
})

export const selectWithdrawals = (state: { withdrawals: Withdrawals }): Withdrawals => state.withdrawals
