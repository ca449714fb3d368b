import type { ComponentType } from 'react'
import type { Modal } from '../../src/modals/modal-message.ts'
import { lazy } from '../parts/lazy/lazy.tsx'
import { PageProgress } from '../shell/lazy/page-progress.tsx'
import { ChunkLoadErrorDialog } from './chunk-load-error-dialog.tsx'
import type { DialogOf } from './dialog-of.ts'

/** A dialog's code is fetched when it is first opened. */
const dialog = <Name extends string, P extends object>(
  load: () => Promise<Record<Name, ComponentType<P>>>,
  name: Name,
) =>
  lazy(load, name, {
    waiting: <PageProgress what="dialog" />,
    loadError: (loadError) => <ChunkLoadErrorDialog {...loadError} />,
  })

const coupons = () => import('./billing/coupon-dialogs.tsx')
const changes = () => import('./deployments/change-dialogs.ts')

/** The component of each kind of dialog. `src/modals/modal-kinds.ts` has the messages that open and close it. */
export const dialogs: { [Kind in Modal['kind']]: ComponentType<DialogOf<Kind>> } = {
  stripePayment: dialog(() => import('./billing/attach-card-dialog.tsx'), 'AttachCardDialog'),
  topUpBalance: dialog(() => import('./billing/top-up/top-up-dialog.tsx'), 'TopUpDialog'),
  addCredit: dialog(() => import('./billing/add-credit-dialog.tsx'), 'AddCreditDialog'),
  redeemLongshoreCredit: dialog<'RedemptionDialog', DialogOf<'redeemLongshoreCredit'>>(coupons, 'RedemptionDialog'),
  invalidCoupon: dialog<'InvalidCouponDialog', DialogOf<'invalidCoupon'>>(coupons, 'InvalidCouponDialog'),
  deleteLongshoreCredit: dialog<'DeleteCouponDialog', DialogOf<'deleteLongshoreCredit'>>(coupons, 'DeleteCouponDialog'),
  convertReferralCredit: dialog(() => import('./billing/convert-credit-dialog.tsx'), 'ConvertCreditDialog'),
  createNewComputeProject: dialog(() => import('./projects/create-project-dialog.tsx'), 'CreateProjectDialog'),
  deleteProject: dialog(() => import('./projects/delete-project-dialog.tsx'), 'DeleteProjectDialog'),
  archivePrompt: dialog(() => import('./projects/archive-dialog.tsx'), 'ArchiveDialog'),
  closeInstance: dialog(() => import('./instances/close-instance-dialog.tsx'), 'CloseInstanceDialog'),
  deleteInstance: dialog(() => import('./instances/delete-instance-dialog.tsx'), 'DeleteInstanceDialog'),
  restartInstance: dialog(() => import('./deployments/restart-instance-dialog.tsx'), 'RestartInstanceDialog'),
  redeployInstance: dialog<'RedeployInstanceDialog', DialogOf<'redeployInstance'>>(changes, 'RedeployInstanceDialog'),
  rollbackDeployment: dialog<'RollbackDialog', DialogOf<'rollbackDeployment'>>(changes, 'RollbackDialog'),
  scaleInstance: dialog<'ScaleInstanceDialog', DialogOf<'scaleInstance'>>(changes, 'ScaleInstanceDialog'),
  saveInstanceConfig: dialog<'SaveConfigurationDialog', DialogOf<'saveInstanceConfig'>>(
    changes,
    'SaveConfigurationDialog',
  ),
  saveHealthCheckConfig: dialog(() => import('./deployments/health-check-dialog.tsx'), 'HealthCheckDialog'),
  runCommand: dialog(() => import('./jobs/run-command-dialog.tsx'), 'RunCommandDialog'),
  createJob: dialog(() => import('./jobs/create-job-dialog.tsx'), 'CreateJobDialog'),
  editJob: dialog(() => import('./jobs/edit-job-dialog.tsx'), 'EditJobDialog'),
  deleteJob: dialog(() => import('./jobs/delete-job-dialog.tsx'), 'DeleteJobDialog'),
  createDeployHook: dialog(() => import('./deploy-hooks/create-deploy-hook-dialog.tsx'), 'CreateDeployHookDialog'),
  deleteDeployHook: dialog(() => import('./deploy-hooks/delete-deploy-hook-dialog.tsx'), 'DeleteDeployHookDialog'),
  bulkAction: dialog(() => import('./instances/bulk-action-dialog.tsx'), 'BulkActionDialog'),
  deleteCluster: dialog(() => import('./projects/delete-cluster-dialog.tsx'), 'DeleteClusterDialog'),
  leaseAddress: dialog(() => import('./addresses/lease-address-dialog.tsx'), 'LeaseAddressDialog'),
  releaseAddress: dialog(() => import('./addresses/release-address-dialog.tsx'), 'ReleaseAddressDialog'),
  deleteVolume: dialog(() => import('./volumes/delete-volume-dialog.tsx'), 'DeleteVolumeDialog'),
  createSnapshot: dialog(() => import('./snapshots/create-snapshot-dialog.tsx'), 'CreateSnapshotDialog'),
  restoreSnapshot: dialog(() => import('./snapshots/restore-snapshot-dialog.tsx'), 'RestoreSnapshotDialog'),
  deleteSnapshot: dialog(() => import('./snapshots/delete-snapshot-dialog.tsx'), 'DeleteSnapshotDialog'),
  downloadSnapshot: dialog(() => import('./snapshots/download-snapshot-dialog.tsx'), 'DownloadSnapshotDialog'),
  downloadVolume: dialog(() => import('./snapshots/download-volume-dialog.tsx'), 'DownloadVolumeDialog'),
  uploadArchive: dialog(() => import('./snapshots/upload/upload-archive-dialog.tsx'), 'UploadArchiveDialog'),
  createBackup: dialog(() => import('./snapshots/create-backup-dialog.tsx'), 'CreateBackupDialog'),
  deleteBackup: dialog(() => import('./snapshots/delete-backup-dialog.tsx'), 'DeleteBackupDialog'),
  attachVolume: dialog(() => import('./volumes/attach/attach-volume-dialog.tsx'), 'AttachVolumeDialog'),
  resizeVolume: dialog(() => import('./volumes/resize-volume-dialog.tsx'), 'ResizeVolumeDialog'),
  editName: dialog(() => import('./instances/edit-name-dialog.tsx'), 'EditNameDialog'),
  duplicateInstance: dialog(() => import('./instances/duplicate-instance-dialog.tsx'), 'DuplicateInstanceDialog'),
  moveInstance: dialog(() => import('./instances/move-instance-dialog.tsx'), 'MoveInstanceDialog'),
  privateDockerCredentials: dialog(() => import('./instances/credentials-dialog.tsx'), 'CredentialsDialog'),
  confirmRedeploySwitch: dialog(() => import('./catalogue/redeploy-switch-dialog.tsx'), 'RedeploySwitchDialog'),
  bracketSystemInfo: dialog(() => import('./catalogue/brackets-dialog.tsx'), 'BracketsDialog'),
  securityCheck: dialog(() => import('./security-check-dialog.tsx'), 'SecurityCheckDialog'),
  videoPopup: dialog(() => import('./video-dialog.tsx'), 'VideoDialog'),
  disconnectLoginConnection: dialog(() => import('./connections/disconnect-login-dialog.tsx'), 'DisconnectLoginDialog'),
  revokeGitAuthorization: dialog(
    () => import('./connections/revoke-git-authorization-dialog.tsx'),
    'RevokeGitAuthorizationDialog',
  ),
  endOtherSessions: dialog(() => import('./connections/end-sessions-dialog.tsx'), 'EndSessionsDialog'),
  createToken: dialog(() => import('./user/create-token-dialog.tsx'), 'CreateTokenDialog'),
  deleteToken: dialog(() => import('./user/delete-token-dialog.tsx'), 'DeleteTokenDialog'),
  referralRules: dialog(() => import('./user/referral-rules-dialog.tsx'), 'ReferralRulesDialog'),
  withdrawCredits: dialog(() => import('./user/withdraw-dialog.tsx'), 'WithdrawDialog'),
  inviteMembers: dialog(() => import('./team/invite-members-dialog.tsx'), 'InviteMembersDialog'),
  changeMemberRole: dialog(() => import('./team/change-member-role-dialog.tsx'), 'ChangeMemberRoleDialog'),
  removeInvitedMember: dialog(() => import('./team/remove-invited-member-dialog.tsx'), 'RemoveInvitedMemberDialog'),
  removeMembers: dialog(() => import('./team/remove-members-dialog.tsx'), 'RemoveMembersDialog'),
  leaveOrganization: dialog(() => import('./team/leave-organization-dialog.tsx'), 'LeaveOrganizationDialog'),
  removeRegistry: dialog(() => import('./organization/remove-registry-dialog.tsx'), 'RemoveRegistryDialog'),
  toggleOrgVisibility: dialog(() => import('./organization/toggle-visibility-dialog.tsx'), 'ToggleVisibilityDialog'),
  changeOrgVisibilityConfirm: dialog(
    () => import('./organization/visibility-changed-dialog.tsx'),
    'VisibilityChangedDialog',
  ),
  deleteResource: dialog(() => import('./organization/delete-resource-dialog.tsx'), 'DeleteResourceDialog'),
  deletedResource: dialog(() => import('./organization/deleted-resource-dialog.tsx'), 'DeletedResourceDialog'),
  stepUp: dialog(() => import('./factors/step-up-dialog.tsx'), 'StepUpDialog'),
  setUpTotp: dialog(() => import('./factors/set-up-totp-dialog.tsx'), 'SetUpTotpDialog'),
  recoveryCodes: dialog(() => import('./factors/recovery-codes-dialog.tsx'), 'RecoveryCodesDialog'),
  renamePasskey: dialog(() => import('./factors/rename-passkey-dialog.tsx'), 'RenamePasskeyDialog'),
  removeFactor: dialog(() => import('./factors/remove-factor-dialog.tsx'), 'RemoveFactorDialog'),
  renewRecoveryCodes: dialog(() => import('./factors/renew-codes-dialog.tsx'), 'RenewCodesDialog'),
  palette: dialog(() => import('./palette/palette-dialog.tsx'), 'PaletteDialog'),
  isolation: dialog(() => import('./isolation-dialog.tsx'), 'IsolationDialog'),
  shortcuts: dialog(() => import('./shortcuts-dialog.tsx'), 'ShortcutsDialog'),
}
