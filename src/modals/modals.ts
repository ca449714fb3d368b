import type { ConnectionMessage } from '../connections/connection-message.ts'
import type { CallMessage } from '../contract/call-message.ts'
import { slice } from '../core/slice.ts'
import type { FactorMessage } from '../factors/factor-message.ts'
import type { LocationMessage } from '../navigation/location-message.ts'
import { isStopped } from '../rules/sign-in-error-message.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { TeamMessage } from '../team/team-message.ts'
import type { Modal, ModalMessage } from './modal-message.ts'

const without = (modals: readonly Modal[], kind: Modal['kind']): Modal[] =>
  modals.filter((modal) => modal.kind !== kind)

const stopped = (modals: readonly Modal[], code: string | null): Modal[] => [
  ...without(modals, 'securityCheck'),
  ...(code !== null && isStopped(code) ? [{ kind: 'securityCheck' as const, code }] : []),
]

/** A filter for dialogs: a kind, and any of its fields. */
type About = AboutOf<Modal>
type AboutOf<M> = M extends Modal
  ? { kind: M['kind'] } & { [Field in Exclude<keyof M, 'kind'>]?: string | readonly string[] | boolean | undefined }
  : never

const isAbout = (modal: Modal, about: About): boolean =>
  Object.entries(about).every(([field, value]) => String(Reflect.get(modal, field)) === String(value))

/** Closes the dialog of a completed action. A dialog of the same kind for another subject stays open. */
const done = (modals: readonly Modal[], about: About): Modal[] => modals.filter((modal) => !isAbout(modal, about))

/** Replaces the confirmation dialog with the result dialog. */
const deleted = (modals: readonly Modal[], organizationId: string): Modal[] =>
  modals.flatMap((modal) => {
    if (modal.kind !== 'deleteResource' || modal.organizationId !== organizationId) return [modal]
    const { resource, name } = modal
    return [{ kind: 'deletedResource', resource, name }]
  })

/** Marks the action of a dialog as in progress; a dialog of the same kind that opens later is not marked. */
const markPending = (
  modals: readonly Modal[],
  about: Extract<About, { kind: 'inviteMembers' | 'leaveOrganization' | 'deleteResource' }>,
  pending: boolean,
): Modal[] => modals.map((modal) => (isAbout(modal, about) ? { ...modal, pending } : modal))

/**
 * Whether a dialog stays open when the page changes. Dialogs about the user's account or a deleted resource do not
 * belong to a page. Nor does a pending deletion: the user may leave the resource's page before the server responds.
 */
const isLasting = (modal: Modal): boolean =>
  modal.kind === 'securityCheck' ||
  modal.kind === 'deletedResource' ||
  modal.kind === 'recoveryCodes' ||
  (modal.kind === 'deleteResource' && modal.pending === true)

/** Recovery codes are shown once, after the first factor is added or they are renewed. */
const withCodes = (modals: readonly Modal[], kind: Modal['kind'], codes: readonly string[] | null): Modal[] => [
  ...without(modals, kind),
  ...(codes ? [{ kind: 'recoveryCodes' as const, codes }] : []),
]

type HandledMessage =
  | CallMessage
  | ModalMessage
  | SessionMessage
  | ConnectionMessage
  | LocationMessage
  | TeamMessage
  | FactorMessage

/** A stack of dialogs; the one opened last is on top. A dialog closes when its action succeeds. */
export const modals = slice<Modal[], HandledMessage>([], {
  'ui/modalOpened': (draft, { modal }) => [...without(draft, modal.kind), modal],
  'ui/modalClosed': (draft, { kind }) => (kind === undefined ? draft.slice(0, -1) : without(draft, kind)),
  'ui/modalsCleared': () => [],
  'api/createProject.succeeded': (draft) => without(draft, 'createNewComputeProject'),
  'api/deleteProject.succeeded': (draft, { input: { id } }) => done(draft, { kind: 'deleteProject', id }),
  'api/closeInstance.succeeded': (draft, { input: { id } }) => done(draft, { kind: 'closeInstance', id }),
  'api/deleteInstance.succeeded': (draft, { input: { id } }) => done(draft, { kind: 'deleteInstance', id }),
  'api/renameInstance.succeeded': (draft, { input: { id } }) => done(draft, { kind: 'editName', id }),
  'ui/membersInvited': (draft) => markPending(draft, { kind: 'inviteMembers' }, true),
  'api/invitesSettled': (draft, { failed, isCancelled }) =>
    failed.length === 0 && !isCancelled ? done(draft, { kind: 'inviteMembers', pending: true }) : undefined,
  'api/removalsSettled': (draft, { userIds }) => done(draft, { kind: 'removeMembers', userIds }),
  'api/setRoleGroupPermissions.succeeded': (draft, { input: { userId } }) =>
    done(draft, { kind: 'changeMemberRole', userId }),
  'api/removeInvite.succeeded': (draft, { input: { inviteId } }) =>
    done(draft, { kind: 'removeInvitedMember', inviteId }),
  'ui/removeMember.requested': (draft) => markPending(draft, { kind: 'leaveOrganization' }, true),
  'api/removeMember.succeeded': (draft) => done(draft, { kind: 'leaveOrganization', pending: true }),
  'api/setPublicAccess.succeeded': (draft, { response: { organization } }) => [
    ...without(draft, 'toggleOrgVisibility'),
    {
      kind: 'changeOrgVisibilityConfirm',
      name: organization.profile.name,
      username: organization.profile.username,
      isPublic: organization.publiclyAccessible,
    },
  ],
  'ui/deleteOrganization.requested': (draft, { input }) =>
    markPending(draft, { kind: 'deleteResource', organizationId: input.id }, true),
  'api/deleteOrganization.failed': (draft, { input }) =>
    markPending(draft, { kind: 'deleteResource', organizationId: input.id }, false),
  'api/deleteOrganization.succeeded': (draft, { input }) => deleted(draft, input.id),
  'api/disconnectLogin.succeeded': (draft, { input: { provider } }) =>
    done(draft, { kind: 'disconnectLoginConnection', provider }),
  'api/endOtherSessions.succeeded': (draft) => without(draft, 'endOtherSessions'),
  'api/createWithdrawal.succeeded': (draft) => without(draft, 'withdrawCredits'),
  'api/deleteApiKeys.succeeded': (draft, { input }) => done(draft, { kind: 'deleteToken', ids: input.apiKeyIds }),
  'api/stepUpNeeded': (draft) => [...without(draft, 'stepUp'), { kind: 'stepUp' }],
  'api/stepUp.succeeded': (draft) => without(draft, 'stepUp'),
  'api/addPasskey.succeeded': (draft, { response }) => withCodes(draft, 'recoveryCodes', response.recoveryCodes),
  'api/confirmTotp.succeeded': (draft, { response }) => withCodes(draft, 'setUpTotp', response.recoveryCodes),
  'api/renewRecoveryCodes.succeeded': (draft, { response }) =>
    withCodes(draft, 'renewRecoveryCodes', response.recoveryCodes),
  'api/renamePasskey.succeeded': (draft) => without(draft, 'renamePasskey'),
  'api/removePasskey.succeeded': (draft) => without(draft, 'removeFactor'),
  'api/removeTotp.succeeded': (draft) => without(draft, 'removeFactor'),
  'tab/connectionFailed': (draft, { code }) => stopped(draft, code),
  'ui/connectionReturned': (draft, { error }) => stopped(draft, error),
  'tab/signInFailed': (draft, { code }) => stopped(draft, code),
  'ui/callbackOpened': (draft, { error }) => stopped(draft, error),
  'location/changed': (draft) => draft.filter(isLasting),
  ...resetOnUserChange<Modal[]>(() => []),
})

export const selectModals = (state: { modals: Modal[] }): Modal[] => state.modals
