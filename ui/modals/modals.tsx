import type { ComponentType, ReactNode } from 'react'
import type { Modal } from '../../src/modals/modal-message.ts'
import { selectModals } from '../../src/modals/modals.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useSelected } from '../hooks/use-selected.ts'
import { lazy } from '../parts/lazy/lazy.tsx'
import { PageProgress } from '../shell/lazy/page-progress.tsx'
import { ChunkLoadErrorDialog } from './chunk-load-error-dialog.tsx'
import { ModalStack } from './modal-stack.tsx'

/** A dialog's code is fetched when it is first opened. */
const dialog = <Name extends string, P extends object>(
  load: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
) =>
  lazy(load, name, {
    waiting: <PageProgress what="dialog" />,
    loadError: (loadError) => <ChunkLoadErrorDialog {...loadError} />,
  })

const CreateProjectDialog = dialog(() => import('./projects/create-project-dialog.tsx'), 'CreateProjectDialog')
const DeleteProjectDialog = dialog(() => import('./projects/delete-project-dialog.tsx'), 'DeleteProjectDialog')
const CloseInstanceDialog = dialog(() => import('./instances/close-instance-dialog.tsx'), 'CloseInstanceDialog')
const DeleteInstanceDialog = dialog(() => import('./instances/delete-instance-dialog.tsx'), 'DeleteInstanceDialog')
const EditNameDialog = dialog(() => import('./instances/edit-name-dialog.tsx'), 'EditNameDialog')
const CredentialsDialog = dialog(() => import('./instances/credentials-dialog.tsx'), 'CredentialsDialog')
const SecurityCheckDialog = dialog(() => import('./security-check-dialog.tsx'), 'SecurityCheckDialog')
const VideoDialog = dialog(() => import('./video-dialog.tsx'), 'VideoDialog')
const DisconnectLoginDialog = dialog(() => import('./user/disconnect-login-dialog.tsx'), 'DisconnectLoginDialog')
const EndSessionsDialog = dialog(() => import('./user/end-sessions-dialog.tsx'), 'EndSessionsDialog')
const CreateTokenDialog = dialog(() => import('./user/create-token-dialog.tsx'), 'CreateTokenDialog')
const DeleteTokenDialog = dialog(() => import('./user/delete-token-dialog.tsx'), 'DeleteTokenDialog')
const ReferralRulesDialog = dialog(() => import('./user/referral-rules-dialog.tsx'), 'ReferralRulesDialog')
const WithdrawDialog = dialog(() => import('./user/withdraw-dialog.tsx'), 'WithdrawDialog')
const InviteMembersDialog = dialog(() => import('./team/invite-members-dialog.tsx'), 'InviteMembersDialog')
const ChangeMemberRoleDialog = dialog(() => import('./team/change-member-role-dialog.tsx'), 'ChangeMemberRoleDialog')
const RemoveInvitedMemberDialog = dialog(
  () => import('./team/remove-invited-member-dialog.tsx'),
  'RemoveInvitedMemberDialog',
)
const RemoveMembersDialog = dialog(() => import('./team/remove-members-dialog.tsx'), 'RemoveMembersDialog')
const LeaveOrganizationDialog = dialog(() => import('./team/leave-organization-dialog.tsx'), 'LeaveOrganizationDialog')
const ToggleVisibilityDialog = dialog(
  () => import('./organization/toggle-visibility-dialog.tsx'),
  'ToggleVisibilityDialog',
)
const VisibilityChangedDialog = dialog(
  () => import('./organization/visibility-changed-dialog.tsx'),
  'VisibilityChangedDialog',
)
const DeleteResourceDialog = dialog(() => import('./organization/delete-resource-dialog.tsx'), 'DeleteResourceDialog')
const DeletedResourceDialog = dialog(
  () => import('./organization/deleted-resource-dialog.tsx'),
  'DeletedResourceDialog',
)
const StepUpDialog = dialog(() => import('./factors/step-up-dialog.tsx'), 'StepUpDialog')
const SetUpTotpDialog = dialog(() => import('./factors/set-up-totp-dialog.tsx'), 'SetUpTotpDialog')
const RecoveryCodesDialog = dialog(() => import('./factors/recovery-codes-dialog.tsx'), 'RecoveryCodesDialog')
const RenamePasskeyDialog = dialog(() => import('./factors/rename-passkey-dialog.tsx'), 'RenamePasskeyDialog')
const RemoveFactorDialog = dialog(() => import('./factors/remove-factor-dialog.tsx'), 'RemoveFactorDialog')
const RenewCodesDialog = dialog(() => import('./factors/renew-codes-dialog.tsx'), 'RenewCodesDialog')
const PaletteDialog = dialog(() => import('./palette/palette-dialog.tsx'), 'PaletteDialog')
const IsolationDialog = dialog(() => import('./isolation-dialog.tsx'), 'IsolationDialog')
const ShortcutsDialog = dialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog')

/** The one place where a modal becomes a dialog. */
export const Modals = () => {
  const modals = useSelected(selectModals)
  const send = useSend()
  const close = (kind: Modal['kind']) => () => send({ type: 'ui/modalClosed', kind })
  return (
    <ModalStack
      modals={modals.map((modal) => ({ key: modal.kind, modal }))}
      render={({ modal }) => dialogOf(modal, close(modal.kind))}
    />
  )
}

const dialogOf = (modal: Modal, onClose: () => void): ReactNode => {
  switch (modal.kind) {
    case 'createNewComputeProject':
      return <CreateProjectDialog modal={modal} onClose={onClose} />
    case 'deleteProject':
      return <DeleteProjectDialog modal={modal} onClose={onClose} />
    case 'closeInstance':
      return <CloseInstanceDialog modal={modal} onClose={onClose} />
    case 'deleteInstance':
      return <DeleteInstanceDialog modal={modal} onClose={onClose} />
    case 'editName':
      return <EditNameDialog modal={modal} onClose={onClose} />
    case 'privateDockerCredentials':
      return <CredentialsDialog modal={modal} onClose={onClose} />
    case 'securityCheck':
      return <SecurityCheckDialog modal={modal} onClose={onClose} />
    case 'videoPopup':
      return <VideoDialog modal={modal} onClose={onClose} />
    case 'disconnectLoginConnection':
      return <DisconnectLoginDialog modal={modal} onClose={onClose} />
    case 'endOtherSessions':
      return <EndSessionsDialog modal={modal} onClose={onClose} />
    case 'createToken':
      return <CreateTokenDialog modal={modal} onClose={onClose} />
    case 'deleteToken':
      return <DeleteTokenDialog modal={modal} onClose={onClose} />
    case 'referralRules':
      return <ReferralRulesDialog modal={modal} onClose={onClose} />
    case 'withdrawCredits':
      return <WithdrawDialog modal={modal} onClose={onClose} />
    case 'inviteMembers':
      return <InviteMembersDialog modal={modal} onClose={onClose} />
    case 'changeMemberRole':
      return <ChangeMemberRoleDialog modal={modal} onClose={onClose} />
    case 'removeInvitedMember':
      return <RemoveInvitedMemberDialog modal={modal} onClose={onClose} />
    case 'removeMembers':
      return <RemoveMembersDialog modal={modal} onClose={onClose} />
    case 'leaveOrganization':
      return <LeaveOrganizationDialog modal={modal} onClose={onClose} />
    case 'toggleOrgVisibility':
      return <ToggleVisibilityDialog modal={modal} onClose={onClose} />
    case 'changeOrgVisibilityConfirm':
      return <VisibilityChangedDialog modal={modal} onClose={onClose} />
    case 'deleteResource':
      return <DeleteResourceDialog modal={modal} onClose={onClose} />
    case 'deletedResource':
      return <DeletedResourceDialog modal={modal} onClose={onClose} />
    case 'stepUp':
      return <StepUpDialog modal={modal} onClose={onClose} />
    case 'setUpTotp':
      return <SetUpTotpDialog modal={modal} onClose={onClose} />
    case 'recoveryCodes':
      return <RecoveryCodesDialog modal={modal} onClose={onClose} />
    case 'renamePasskey':
      return <RenamePasskeyDialog modal={modal} onClose={onClose} />
    case 'removeFactor':
      return <RemoveFactorDialog modal={modal} onClose={onClose} />
    case 'renewRecoveryCodes':
      return <RenewCodesDialog modal={modal} onClose={onClose} />
    case 'palette':
      return <PaletteDialog />
    case 'isolation':
      return <IsolationDialog modal={modal} onClose={onClose} />
    case 'shortcuts':
      return <ShortcutsDialog />
  }
}
