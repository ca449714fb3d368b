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

/** A wallet that a person is disconnecting. */
export interface WalletDisconnect {
  step: 'signing' | 'sending' | null
  /** What the wallet or the server said against it; unsure: it was sent, and what came of it is not known. */
  error: { message: string; isUnsure: boolean } | null
}

/** The call for one goes on while the person asks for another. */
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
    // Closing the dialog before it gave up what was not signed yet; what was sent goes on.
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
