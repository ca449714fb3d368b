import type { ConnectionMessage } from '../connections/connection-message.ts'
import type { CallMessage } from '../contract/call-message.ts'
import { slice } from '../core/slice.ts'
import type { LocationMessage } from '../navigation/location-message.ts'
import { isStopped } from '../rules/sign-in-words.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import type { Modal, ModalMessage } from './modal-message.ts'

const without = (modals: readonly Modal[], kind: Modal['kind']): Modal[] =>
  modals.filter((modal) => modal.kind !== kind)

const stopped = (modals: readonly Modal[], code: string | null): Modal[] => [
  ...without(modals, 'securityCheck'),
  ...(code !== null && isStopped(code) ? [{ kind: 'securityCheck' as const, code }] : []),
]

/** A stack: the latest opened is the last, and on top. A dialog whose wish came true closes by itself. */
export const modals = slice<Modal[], CallMessage | ModalMessage | SessionMessage | ConnectionMessage | LocationMessage>(
  [],
  {
    'ui/modalOpened': (draft, { modal }) => [...without(draft, modal.kind), modal],
    'ui/modalClosed': (draft, { kind }) => (kind === undefined ? draft.slice(0, -1) : without(draft, kind)),
    'ui/modalsCleared': () => [],
    'api/createProject.answered': (draft) => without(draft, 'createNewComputeProject'),
    'api/deleteProject.answered': (draft) => without(draft, 'deleteProject'),
    'api/closeInstance.answered': (draft) => without(draft, 'closeInstance'),
    'api/deleteInstance.answered': (draft) => without(draft, 'deleteInstance'),
    'api/renameInstance.answered': (draft) => without(draft, 'editName'),
    'api/disconnectLogin.answered': (draft) => without(draft, 'disconnectLoginConnection'),
    'api/endOtherSessions.answered': (draft) => without(draft, 'endOtherSessions'),
    'api/createWithdrawal.answered': (draft) => without(draft, 'withdrawCredits'),
    'api/deleteApiKeys.answered': (draft) => without(draft, 'deleteToken'),
    'tab/connectionFailed': (draft, { code }) => stopped(draft, code),
    'ui/connectionReturned': (draft, { error }) => stopped(draft, error),
    'tab/signInFailed': (draft, { code }) => stopped(draft, code),
    'ui/callbackOpened': (draft, { error }) => stopped(draft, error),
    // That somebody was stopped is about the person and not about the page that they are on.
    'location/changed': (draft) => draft.filter(({ kind }) => kind === 'securityCheck'),
    ...forgetWithPerson<Modal[]>(() => []),
  },
)

export const selectModals = (state: { modals: Modal[] }): Modal[] => state.modals
