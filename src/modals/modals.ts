import type { ConnectionMessage } from '../connections/connection-message.ts'
import type { CallMessage } from '../contract/call-message.ts'
import { slice } from '../core/slice.ts'
import type { LocationMessage } from '../navigation/location-message.ts'
import { isStopped } from '../rules/sign-in-words.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import type { TeamMessage } from '../team/team-message.ts'
import type { Modal, ModalMessage } from './modal-message.ts'

const without = (modals: readonly Modal[], kind: Modal['kind']): Modal[] =>
  modals.filter((modal) => modal.kind !== kind)

const stopped = (modals: readonly Modal[], code: string | null): Modal[] => [
  ...without(modals, 'securityCheck'),
  ...(code !== null && isStopped(code) ? [{ kind: 'securityCheck' as const, code }] : []),
]

/** The dialog that asked makes room for the one that tells. */
const deleted = (modals: readonly Modal[]): Modal[] =>
  modals.flatMap((modal) => {
    if (modal.kind !== 'deleteResource') return []
    const { resource, name } = modal
    return [{ kind: 'deletedResource', resource, name }]
  })

const askedFor = (modals: readonly Modal[], asked: boolean): Modal[] =>
  modals.map((modal) => (modal.kind === 'deleteResource' ? { ...modal, asked } : modal))

/**
 * What somebody was told of themselves, or of what is gone, does not belong to the page that they are on. Nor does the
 * question that is being carried out: the page of what goes may be left before the server has answered.
 */
const isLasting = (modal: Modal): boolean =>
  modal.kind === 'securityCheck' ||
  modal.kind === 'deletedResource' ||
  (modal.kind === 'deleteResource' && modal.asked === true)

type Heard = CallMessage | ModalMessage | SessionMessage | ConnectionMessage | LocationMessage | TeamMessage

/** A stack: the latest opened is the last, and on top. A dialog whose wish came true closes by itself. */
export const modals = slice<Modal[], Heard>([], {
  'ui/modalOpened': (draft, { modal }) => [...without(draft, modal.kind), modal],
  'ui/modalClosed': (draft, { kind }) => (kind === undefined ? draft.slice(0, -1) : without(draft, kind)),
  'ui/modalsCleared': () => [],
  'api/createProject.answered': (draft) => without(draft, 'createNewComputeProject'),
  'api/deleteProject.answered': (draft) => without(draft, 'deleteProject'),
  'api/closeInstance.answered': (draft) => without(draft, 'closeInstance'),
  'api/deleteInstance.answered': (draft) => without(draft, 'deleteInstance'),
  'api/renameInstance.answered': (draft) => without(draft, 'editName'),
  'api/invitesAnswered': (draft, { failed }) => (failed.length === 0 ? without(draft, 'inviteMembers') : undefined),
  'api/removalsAnswered': (draft) => without(draft, 'removeMembers'),
  'api/setRoleGroupPermissions.answered': (draft) => without(draft, 'changeMemberRole'),
  'api/removeInvite.answered': (draft) => without(draft, 'removeInvitedMember'),
  'api/removeMember.answered': (draft) => without(draft, 'leaveOrganization'),
  'api/setPublicAccess.answered': (draft, { answer: { organization } }) => [
    ...without(draft, 'toggleOrgVisibility'),
    {
      kind: 'changeOrgVisibilityConfirm',
      name: organization.profile.name,
      username: organization.profile.username,
      isPublic: organization.publiclyAccessible,
    },
  ],
  'ui/deleteOrganization.asked': (draft) => askedFor(draft, true),
  'api/deleteOrganization.failed': (draft) => askedFor(draft, false),
  'api/deleteOrganization.answered': deleted,
  'api/disconnectLogin.answered': (draft) => without(draft, 'disconnectLoginConnection'),
  'api/endOtherSessions.answered': (draft) => without(draft, 'endOtherSessions'),
  'api/createWithdrawal.answered': (draft) => without(draft, 'withdrawCredits'),
  'api/deleteApiKeys.answered': (draft) => without(draft, 'deleteToken'),
  'tab/connectionFailed': (draft, { code }) => stopped(draft, code),
  'ui/connectionReturned': (draft, { error }) => stopped(draft, error),
  'tab/signInFailed': (draft, { code }) => stopped(draft, code),
  'ui/callbackOpened': (draft, { error }) => stopped(draft, error),
  'location/changed': (draft) => draft.filter(isLasting),
  ...forgetWithPerson<Modal[]>(() => []),
})

export const selectModals = (state: { modals: Modal[] }): Modal[] => state.modals
