import type { LoginProvider } from '../contract/wire/account.ts'
import type { InviteId, OrganizationId, UserId } from '../contract/wire/common.ts'

/** A dialog and what it is about. Two of the same are the same. `asked`: what it asks for is being carried out. */
export type Modal =
  | { kind: 'createNewComputeProject' }
  | { kind: 'deleteProject'; id: string }
  | { kind: 'closeInstance'; id: string }
  | { kind: 'deleteInstance'; id: string }
  | { kind: 'editName'; id: string }
  /** Credentials for what is being deployed into a project, typed for this template or image. */
  | { kind: 'privateDockerCredentials'; projectId: string; source: string }
  /** A sign-in that was stopped, by the channel's code. */
  | { kind: 'securityCheck'; code: string }
  | { kind: 'videoPopup'; title: string; src: string }
  | { kind: 'disconnectLoginConnection'; provider: LoginProvider }
  | { kind: 'endOtherSessions' }
  | { kind: 'createToken' }
  | { kind: 'deleteToken'; ids: string[] }
  | { kind: 'referralRules' }
  | { kind: 'withdrawCredits' }
  | { kind: 'inviteMembers'; pending?: boolean }
  | { kind: 'changeMemberRole'; userId: UserId }
  | { kind: 'removeInvitedMember'; inviteId: InviteId; email: string }
  | { kind: 'removeMembers'; userIds: readonly UserId[] }
  | { kind: 'leaveOrganization'; pending?: boolean }
  | { kind: 'toggleOrgVisibility' }
  | { kind: 'changeOrgVisibilityConfirm'; name: string; username: string; isPublic: boolean }
  | {
      kind: 'deleteResource'
      resource: 'Organisation'
      organizationId: OrganizationId
      name: string
      pending?: boolean
    }
  | { kind: 'deletedResource'; resource: 'Organisation'; name: string }
  /** Confirm that it is you, for what another dialog or page asked for. */
  | { kind: 'stepUp' }
  | { kind: 'setUpTotp' }
  /** Shown this once. */
  | { kind: 'recoveryCodes'; codes: readonly string[] }
  | { kind: 'renamePasskey'; passkeyId: string; name: string }
  | { kind: 'removeFactor'; factor: { kind: 'passkey'; id: string; name: string } | { kind: 'totp' }; isLast: boolean }
  | { kind: 'renewRecoveryCodes' }
  | { kind: 'palette' }
  | { kind: 'shortcuts' }
  /** What workloads can reach, as it was measured. */
  | { kind: 'isolation' }

export type ModalMessage =
  | { type: 'ui/modalOpened'; modal: Modal }
  /** Without a kind: the one on top. */
  | { type: 'ui/modalClosed'; kind?: Modal['kind'] }
  | { type: 'ui/modalsCleared' }
