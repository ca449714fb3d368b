import type { CallMessage } from '../contract/call-message.ts'
import type { Failure } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import type { ModalMessage } from '../modals/modal-message.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { WalletMessage } from '../wallets/wallet-message.ts'
import type { OpenedWallet, SignedWithdrawal, WithdrawalMessage, WithdrawalRequest } from './withdrawal-message.ts'

export type PayoutWallet =
  | { kind: 'none' }
  /** `before` stays usable until another one has opened. */
  | { kind: 'opening'; before: OpenedWallet | null }
  | { kind: 'opened'; opened: OpenedWallet }

export type Withdrawal =
  | { kind: 'editing'; failure: Failure | null }
  | { kind: 'signing' }
  | { kind: 'sending'; signed: SignedWithdrawal }
  /** The server may have received it: the same request is sent again under its key, and not signed again. */
  | { kind: 'unsettled'; signed: SignedWithdrawal; failure: Failure | null }

/** The withdrawal that the user is making, and the wallet to pay out to. */
export interface Withdrawals {
  readonly wallet: PayoutWallet
  readonly withdrawal: Withdrawal
}

const initial: Withdrawals = { wallet: { kind: 'none' }, withdrawal: { kind: 'editing', failure: null } }

export const signedWithdrawalOf = ({ withdrawal }: Withdrawals): SignedWithdrawal | null =>
  withdrawal.kind === 'sending' || withdrawal.kind === 'unsettled' ? withdrawal.signed : null

/** The wallet that was opened last. */
export const openedWalletOf = ({ wallet }: Withdrawals): OpenedWallet | null => {
  switch (wallet.kind) {
    case 'none':
      return null
    case 'opening':
      return wallet.before
    case 'opened':
      return wallet.opened
  }
}

const withoutOpening = (state: Withdrawals): Withdrawals => {
  if (state.wallet.kind !== 'opening') return state
  const opened = state.wallet.before
  return { ...state, wallet: opened ? { kind: 'opened', opened } : { kind: 'none' } }
}

/** The user knows what they cancelled. */
const toShow = (failure: Failure): Failure | null => (failure.kind === 'cancelled' ? null : failure)

const isSame = (one: WithdrawalRequest, other: WithdrawalRequest): boolean =>
  one.amount === other.amount &&
  one.address === other.address &&
  one.userDetails.firstName === other.userDetails.firstName &&
  one.userDetails.lastName === other.userDetails.lastName

const press = ({ withdrawal }: Withdrawals, request: WithdrawalRequest): Withdrawal => {
  switch (withdrawal.kind) {
    case 'editing':
      return { kind: 'signing' }
    case 'unsettled': {
      const { signed } = withdrawal
      return isSame(signed.request, request) ? { kind: 'sending', signed } : { kind: 'signing' }
    }
    case 'signing':
    case 'sending':
      return withdrawal
  }
}

/** Cancels a pending signature. Existing signatures are not affected. */
const edit = (state: Withdrawals, failure: Failure | null): Withdrawals =>
  signedWithdrawalOf(state) ? state : { ...state, withdrawal: { kind: 'editing', failure } }

const fail = (state: Withdrawals, failure: Failure): Withdrawals => {
  const signed = signedWithdrawalOf(state)
  if (!signed || failure.kind === 'apiError') return { ...state, withdrawal: { kind: 'editing', failure } }
  return { ...state, withdrawal: { kind: 'unsettled', signed, failure: toShow(failure) } }
}

export const withdrawals = slice<
  Withdrawals,
  CallMessage | ModalMessage | SessionMessage | WalletMessage | WithdrawalMessage
>(initial, {
  // Reopening the dialog starts again, except for what was signed.
  'ui/modalOpened': (state, { modal }) => {
    if (modal.kind !== 'withdrawCredits') return state
    return signedWithdrawalOf(state) ? withoutOpening(state) : initial
  },
  'ui/payoutWalletPressed': (state) => ({ ...state, wallet: { kind: 'opening', before: openedWalletOf(state) } }),
  'wallet/opened': (state, { wallet }) => ({ ...edit(state, null), wallet: { kind: 'opened', opened: wallet } }),
  'ui/withdrawalPressed': (state, { request }) => ({ ...state, withdrawal: press(state, request) }),
  'wallet/withdrawalSigned': (state, { signed }) => ({ ...state, withdrawal: { kind: 'sending', signed } }),
  'wallet/failed': (state) => edit(withoutOpening(state), null),
  'api/readWithdrawalMessage.failed': (state, { failure }) => edit(state, toShow(failure)),
  'api/createWithdrawal.failed': (state, { failure }) => fail(state, failure),
  'api/createWithdrawal.succeeded': () => initial,
  ...resetOnUserChange<Withdrawals>(() => initial),
})

export const selectWithdrawals = (state: { withdrawals: Withdrawals }): Withdrawals => state.withdrawals
