import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { type LoginProvider, loginProviders } from '../contract/wire/account.ts'
import { type Failure, failureWords, isUncertain } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import type { ModalMessage } from '../modals/modal-message.ts'
import { walletWords } from '../rules/wallet-words.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import type { WalletDisconnectMessage } from './wallet-disconnect-message.ts'
import type { WalletMessage } from './wallet-message.ts'

/** A wallet that a person is disconnecting. */
export interface WalletDisconnect {
  step: 'signing' | 'sending' | null
  /** What the wallet or the server said against it; unsure: it was sent, and what came of it is not known. */
  fault: { words: string; isUnsure: boolean } | null
}

/** The call for one goes on while the person asks for another. */
type WalletDisconnects = Partial<Record<LoginProvider, WalletDisconnect>>

const none: WalletDisconnect = { step: null, fault: null }

const stop = (draft: Draft<WalletDisconnects>, provider: LoginProvider, words: string, isUnsure = false): undefined => {
  draft[provider] = { step: null, fault: { words, isUnsure } }
}

const fail = (
  draft: Draft<WalletDisconnects>,
  provider: LoginProvider,
  failure: Failure,
  isUnsure: boolean,
): undefined => {
  if (failure.kind === 'cancelled') delete draft[provider]
  else stop(draft, provider, failureWords(failure), isUnsure)
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
      draft[provider] = { step: 'signing', fault: null }
    },
    'wallet/disconnectSigned': (draft, { provider }) => {
      draft[provider] = { step: 'sending', fault: null }
    },
    'ui/disconnectLogin.asked': (draft, { input: { provider } }) => {
      draft[provider] = { step: 'sending', fault: null }
    },
    'wallet/failed': (draft, { id, kind }) => {
      const signing = loginProviders.find((provider) => draft[provider]?.step === 'signing')
      if (signing) stop(draft, signing, walletWords(kind, id))
    },
    'api/createDisconnectNonce.failed': (draft, { input: { provider }, failure }) =>
      fail(draft, provider, failure, false),
    'api/disconnectLogin.failed': (draft, { input: { provider }, failure }) =>
      fail(draft, provider, failure, isUncertain(failure)),
    'api/disconnectLogin.answered': (draft, { input: { provider } }) => {
      delete draft[provider]
    },
    ...forgetWithPerson<WalletDisconnects>(() => ({})),
  },
)

export const selectWalletDisconnect =
  (provider: LoginProvider) =>
  (state: { walletDisconnects: WalletDisconnects }): WalletDisconnect =>
    state.walletDisconnects[provider] ?? none
