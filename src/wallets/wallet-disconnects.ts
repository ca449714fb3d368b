import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { type LoginProvider, loginProviders } from '../contract/wire/account.ts'
import { type Failure, failureMessage, isUncertain } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import type { ModalMessage } from '../modals/modal-message.ts'
import { walletErrorMessage } from '../rules/wallet-error-message.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { WalletDisconnectMessage } from './wallet-disconnect-message.ts'
import type { WalletMessage } from './wallet-message.ts'

/** The progress of disconnecting a login. */
export interface WalletDisconnect {
  step: 'signing' | 'sending' | null
  /** The error of the wallet or the server; `isUnsure`: the request was sent and its outcome is unknown. */
  error: { message: string; isUnsure: boolean } | null
}

/** Several logins may be disconnected at the same time. */
type WalletDisconnects = Partial<Record<LoginProvider, WalletDisconnect>>

const none: WalletDisconnect = { step: null, error: null }

const stop = (
  draft: Draft<WalletDisconnects>,
  provider: LoginProvider,
  message: string,
  isUnsure = false,
): undefined => {
  draft[provider] = { step: null, error: { message, isUnsure } }
}

const fail = (
  draft: Draft<WalletDisconnects>,
  provider: LoginProvider,
  failure: Failure,
  isUnsure: boolean,
): undefined => {
  if (failure.kind === 'cancelled') delete draft[provider]
  else stop(draft, provider, failureMessage(failure), isUnsure)
}

export const walletDisconnects = slice<
  WalletDisconnects,
  CallMessage | ModalMessage | SessionMessage | WalletMessage | WalletDisconnectMessage
>(
  {},
  {
    // Resets logins whose dialog was closed before the request was sent; requests that were sent continue.
    'ui/modalOpened': (draft, { modal }) => {
      if (modal.kind !== 'disconnectLoginConnection') return
      for (const provider of loginProviders) if (draft[provider]?.step !== 'sending') delete draft[provider]
    },
    'ui/walletDisconnectPressed': (draft, { provider }) => {
      draft[provider] = { step: 'signing', error: null }
    },
    'wallet/disconnectSigned': (draft, { provider }) => {
      draft[provider] = { step: 'sending', error: null }
    },
    'ui/disconnectLogin.requested': (draft, { input: { provider } }) => {
      draft[provider] = { step: 'sending', error: null }
    },
    'wallet/failed': (draft, { id, kind }) => {
      const signing = loginProviders.find((provider) => draft[provider]?.step === 'signing')
      if (signing) stop(draft, signing, walletErrorMessage(kind, id))
    },
    'api/createDisconnectNonce.failed': (draft, { input: { provider }, failure }) =>
      fail(draft, provider, failure, false),
    'api/disconnectLogin.failed': (draft, { input: { provider }, failure }) =>
      fail(draft, provider, failure, isUncertain(failure)),
    'api/disconnectLogin.succeeded': (draft, { input: { provider } }) => {
      delete draft[provider]
    },
    ...resetOnUserChange<WalletDisconnects>(() => ({})),
  },
)

export const selectWalletDisconnect =
  (provider: LoginProvider) =>
  (state: { walletDisconnects: WalletDisconnects }): WalletDisconnect =>
    state.walletDisconnects[provider] ?? none
