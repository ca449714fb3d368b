import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import { failureWords } from '../core/failure.ts'
import { slice } from '../core/slice.ts'
import type { ModalMessage } from '../modals/modal-message.ts'
import { walletWords } from '../rules/wallet-words.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import type { WalletDisconnectMessage } from './wallet-disconnect-message.ts'
import type { WalletMessage } from './wallet-message.ts'

/** The wallet that a person is disconnecting. */
export interface WalletDisconnect {
  step: 'signing' | 'sending' | null
  /** What the wallet or the server said against it. */
  fault: string | null
}

const none: WalletDisconnect = { step: null, fault: null }

const stop = (draft: Draft<WalletDisconnect>, fault: string): undefined => {
  draft.step = null
  draft.fault = fault
}

export const walletDisconnect = slice<
  WalletDisconnect,
  CallMessage | ModalMessage | SessionMessage | WalletMessage | WalletDisconnectMessage
>(none, {
  'ui/modalOpened': (_draft, { modal }) => (modal.kind === 'disconnectLoginConnection' ? none : undefined),
  'ui/walletDisconnectPressed': () => ({ step: 'signing', fault: null }),
  'wallet/disconnectSigned': (draft) => {
    draft.step = 'sending'
  },
  'ui/disconnectLogin.asked': () => ({ step: 'sending', fault: null }),
  'wallet/failed': (draft, { id, kind }) => stop(draft, walletWords(kind, id)),
  'api/createDisconnectNonce.failed': (draft, { failure }) => stop(draft, failureWords(failure)),
  'api/disconnectLogin.failed': (draft, { failure }) => stop(draft, failureWords(failure)),
  'api/disconnectLogin.answered': () => none,
  ...forgetWithPerson<WalletDisconnect>(() => none),
})

export const selectWalletDisconnect = (state: { walletDisconnect: WalletDisconnect }): WalletDisconnect =>
  state.walletDisconnect
