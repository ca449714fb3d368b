import type { InputOf } from '../contract/contract.ts'
import type { GitAuthorization, LoginProvider } from '../contract/wire/account.ts'
import type { DeploymentId, InstanceId, InviteId, OrganizationId, ProjectId, UserId } from '../contract/wire/common.ts'
import type { Job, JobId } from '../contract/wire/compute/job.ts'
import type { Backup } from '../contract/wire/instance/backup.ts'
import type { HealthCheck } from '../contract/wire/instance/health-check.ts'
import type { StoredConfiguration } from '../contract/wire/instance/instance-configuration.ts'
import type { Snapshot } from '../contract/wire/instance/snapshot.ts'
import { isStopped } from '../rules/sign-in-error-message.ts'
import { type ById, modal, on, onAny } from './modal-rule.ts'

type Codes = { codes: readonly string[] }

const codesOf = ({ recoveryCodes: codes }: { recoveryCodes: readonly string[] | null }): Codes | null =>
  codes && { codes }
const stoppedBy = (code: string | null) => (code !== null && isStopped(code) ? { code } : null)

/** Every kind of dialog. The component of each is in `ui/modals/dialogs.tsx`. */
export const modalKinds = {
  createNewComputeProject: modal({ access: 'projects.write', closedBy: [onAny('api/createProject.succeeded')] }),
  deleteProject: modal<ById>({
    access: 'projects.write',
    closedBy: [on('api/deleteProject.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  /** Asks before a project is archived, or is maintained again. */
  archivePrompt: modal<ById & { type: 'archive' | 'maintain' }>({
    access: 'projects.write',
    closedBy: [on('api/setProjectState.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  closeInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/closeInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  deleteInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/deleteInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  restartInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/restartInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  redeployInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/redeployInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  rollbackDeployment: modal<ById & { deploymentId: DeploymentId }>({
    access: 'instances.write',
    closedBy: [on('api/rollbackInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  /** The changes of a configuration, before it is deployed. */
  saveInstanceConfig: modal<
    ById & {
      base: { number: number; configuration: StoredConfiguration }
      configuration: NonNullable<InputOf<'updateInstance'>['configuration']>
    }
  >({
    access: 'instances.write',
    closedBy: [on('api/updateInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  saveHealthCheckConfig: modal<ById & { serviceName: string; baseDeployment: number; check: HealthCheck | null }>({
    access: 'instances.write',
    closedBy: [on('api/updateHealthCheck.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  runCommand: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/startRun.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  createJob: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/createJob.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  editJob: modal<ById & { jobId: JobId; job: Job }>({
    access: 'instances.write',
    closedBy: [on('api/updateJob.succeeded', ({ input: { id, jobId } }) => ({ id, jobId }))],
  }),
  deleteJob: modal<ById & { jobId: JobId; name: string }>({
    access: 'instances.write',
    closedBy: [on('api/deleteJob.succeeded', ({ input: { id, jobId } }) => ({ id, jobId }))],
  }),
  /** It stays open to show the address once. */
  createDeployHook: modal<ById & { isReplacement: boolean }>({ access: 'instances.write' }),
  deleteDeployHook: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/deleteDeployHook.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  /** It stays open for the results. */
  bulkAction: modal<{
    action: 'close' | 'delete'
    organizationId: OrganizationId
    instances: readonly { id: InstanceId; name: string }[]
  }>({ access: 'instances.write' }),
  deleteCluster: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/deleteCluster.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  leaseAddress: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/leaseAddress.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  releaseAddress: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/releaseAddress.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  deleteVolume: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/deleteVolume.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  resizeVolume: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/resizeVolume.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  createSnapshot: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/createSnapshot.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  restoreSnapshot: modal<{ snapshot: Snapshot; snapshotId: string }>({
    access: 'instances.write',
    closedBy: [on('api/restoreSnapshot.succeeded', ({ input: { snapshotId } }) => ({ snapshotId }))],
  }),
  deleteSnapshot: modal<{ snapshot: Snapshot; snapshotId: string }>({
    access: 'instances.write',
    closedBy: [on('api/deleteSnapshot.succeeded', ({ input: { snapshotId } }) => ({ snapshotId }))],
  }),
  /** It stays open for its link. */
  downloadSnapshot: modal<{ snapshot: Snapshot }>({ access: 'instances.write' }),
  downloadVolume: modal<ById>({ access: 'instances.write' }),
  uploadArchive: modal<ById>({ access: 'instances.write' }),
  createBackup: modal<{ id: ProjectId }>({
    access: 'instances.write',
    closedBy: [on('api/createBackup.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  deleteBackup: modal<{ backup: Backup; backupId: string }>({
    access: 'instances.write',
    closedBy: [on('api/deleteBackup.succeeded', ({ input: { backupId } }) => ({ backupId }))],
  }),
  editName: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/renameInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  duplicateInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/duplicateInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  moveInstance: modal<ById>({
    access: 'instances.write',
    closedBy: [on('api/moveInstance.succeeded', ({ input: { id } }) => ({ id }))],
  }),
  /** Credentials for what is deployed into a project, typed for this template or image. */
  privateDockerCredentials: modal<{ projectId: string; source: string }>({ access: 'instances.write' }),
  /** A sign-in that was stopped, by the provider's code. */
  securityCheck: modal<{ code: string }>({
    access: 'everyone',
    openedBy: [
      on('tab/connectionFailed', ({ code }) => stoppedBy(code)),
      on('ui/connectionReturned', ({ error }) => stoppedBy(error)),
      on('tab/signInFailed', ({ code }) => stoppedBy(code)),
      on('ui/callbackOpened', ({ error }) => stoppedBy(error)),
    ],
    staysOnNavigation: 'always',
  }),
  /** Another type or template, chosen while an instance is deployed again: the fields of the address to change. */
  confirmRedeploySwitch: modal<{ change: Readonly<Record<string, string>> }>({ access: 'instances.write' }),
  bracketSystemInfo: modal({ access: 'signedIn' }),
  videoPopup: modal<{ title: string; src: string }>({ access: 'signedIn' }),
  disconnectLoginConnection: modal<{ provider: LoginProvider }>({
    access: 'signedIn',
    closedBy: [on('api/disconnectLogin.succeeded', ({ input: { provider } }) => ({ provider }))],
  }),
  revokeGitAuthorization: modal<
    Pick<GitAuthorization, 'provider' | 'username' | 'organizationId'> & { organization: string }
  >({
    access: 'signedIn',
    closedBy: [
      on('api/revokeGitAuthorization.succeeded', ({ input: { provider, id: organizationId } }) => ({
        provider,
        organizationId,
      })),
    ],
  }),
  endOtherSessions: modal({ access: 'signedIn', closedBy: [onAny('api/endOtherSessions.succeeded')] }),
  createToken: modal({ access: 'signedIn' }),
  deleteToken: modal<{ ids: string[] }>({
    access: 'signedIn',
    closedBy: [on('api/deleteApiKeys.succeeded', ({ input }) => ({ ids: input.apiKeyIds }))],
  }),
  referralRules: modal({ access: 'signedIn' }),
  withdrawCredits: modal({ access: 'signedIn', closedBy: [onAny('api/createWithdrawal.succeeded')] }),
  inviteMembers: modal<{ pending?: boolean }>({
    access: 'members.write',
    pendingFrom: onAny('ui/membersInvited'),
    closedBy: [
      on('api/invitesSettled', ({ failed, isCancelled }) =>
        failed.length === 0 && !isCancelled ? { pending: true } : null,
      ),
    ],
  }),
  changeMemberRole: modal<{ userId: UserId }>({
    access: 'members.read',
    closedBy: [
      on('api/setRoleGroupPermissions.succeeded', ({ input: { userId } }) =>
        userId === undefined ? null : { userId },
      ),
    ],
  }),
  removeInvitedMember: modal<{ inviteId: InviteId; email: string }>({
    access: 'members.write',
    closedBy: [on('api/removeInvite.succeeded', ({ input: { inviteId } }) => ({ inviteId }))],
  }),
  removeMembers: modal<{ userIds: readonly UserId[] }>({
    access: 'members.write',
    closedBy: [on('api/removalsSettled', ({ userIds }) => ({ userIds }))],
  }),
  leaveOrganization: modal<{ pending?: boolean }>({
    access: 'signedIn',
    pendingFrom: onAny('ui/removeMember.requested'),
    closedBy: [on('api/removeMember.succeeded', () => ({ pending: true }))],
  }),
  removeRegistry: modal<{ address: string; name: string }>({
    access: 'organization.write',
    closedBy: [on('api/removeRegistry.succeeded', ({ input: { address } }) => ({ address }))],
  }),
  toggleOrgVisibility: modal({ access: 'visibility.write', closedBy: [onAny('api/setPublicAccess.succeeded')] }),
  changeOrgVisibilityConfirm: modal<{ name: string; username: string; isPublic: boolean }>({
    access: 'signedIn',
    openedBy: [
      on('api/setPublicAccess.succeeded', ({ response: { organization } }) => ({
        name: organization.profile.name,
        username: organization.profile.username,
        isPublic: organization.publiclyAccessible,
      })),
    ],
  }),
  /** Not `organization.delete`: the user may lose that permission before the response arrives. */
  deleteResource: modal<{ resource: 'Organisation'; organizationId: OrganizationId; name: string; pending?: boolean }>({
    access: 'signedIn',
    pendingFrom: on('ui/deleteOrganization.requested', ({ input: { id } }) => ({ organizationId: id })),
    pendingUntil: on('api/deleteOrganization.failed', ({ input: { id } }) => ({ organizationId: id })),
    // The user may leave the deleted organisation's page before the response arrives.
    staysOnNavigation: 'pending',
  }),
  deletedResource: modal<{ resource: 'Organisation'; name: string }>({
    access: 'signedIn',
    staysOnNavigation: 'always',
  }),
  /** Confirms that it is the user, for what another dialog or page requested. */
  stepUp: modal({
    access: 'signedIn',
    openedBy: [onAny('api/stepUpNeeded')],
    closedBy: [onAny('api/stepUp.succeeded')],
  }),
  setUpTotp: modal({ access: 'signedIn', closedBy: [onAny('api/confirmTotp.succeeded')] }),
  /** Shown only once. */
  recoveryCodes: modal<Codes>({
    access: 'signedIn',
    openedBy: [
      on('api/addPasskey.succeeded', ({ response }) => codesOf(response)),
      on('api/confirmTotp.succeeded', ({ response }) => codesOf(response)),
      on('api/renewRecoveryCodes.succeeded', ({ response }) => codesOf(response)),
    ],
    staysOnNavigation: 'always',
  }),
  renamePasskey: modal<{ passkeyId: string; name: string }>({
    access: 'signedIn',
    closedBy: [onAny('api/renamePasskey.succeeded')],
  }),
  removeFactor: modal<{
    factor: { kind: 'passkey'; id: string; name: string } | { kind: 'totp' }
    isLast: boolean
  }>({
    access: 'signedIn',
    closedBy: [onAny('api/removePasskey.succeeded'), onAny('api/removeTotp.succeeded')],
  }),
  renewRecoveryCodes: modal({ access: 'signedIn', closedBy: [onAny('api/renewRecoveryCodes.succeeded')] }),
  palette: modal({ access: 'signedIn' }),
  shortcuts: modal({ access: 'everyone' }),
  /** What workloads can reach, as it was measured. */
  isolation: modal({ access: 'signedIn' }),
}
