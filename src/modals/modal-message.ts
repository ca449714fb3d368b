import type { LoginProvider } from '../contract/wire/account.ts'
import type { InviteId, OrganizationId, UserId } from '../contract/wire/common.ts'

/** A dialog and its subject. `pending`: the requested action is in progress. */
export type Modal =
  | { kind: 'createNewComputeProject' }
  | { kind: 'deleteProject'; id: string }
  | { kind: 'closeInstance'; id: string }
  | { kind: 'deleteInstance'; id: string }
  | { kind: 'editName'; id: string }
  /** Registry credentials for a deployment into a project; `source` is the template or image. */
  | { kind: 'privateDockerCredentials'; projectId: string; source: string }
  /** A stopped sign-in, with its error code. */
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
  /** A step-up for an action of another dialog or page. */
  | { kind: 'stepUp' }
  | { kind: 'setUpTotp' }
  /** Shown only once. */
  | { kind: 'recoveryCodes'; codes: readonly string[] }
  | { kind: 'renamePasskey'; passkeyId: string; name: string }
  | { kind: 'removeFactor'; factor: { kind: 'passkey'; id: string; name: string } | { kind: 'totp' }; isLast: boolean }
  | { kind: 'renewRecoveryCodes' }
  | { kind: 'palette' }
  | { kind: 'shortcuts' }
  /** The measured reachability of workloads. */
  | { kind: 'isolation' }

export type ModalMessage =
  | { type: 'ui/modalOpened'; modal: Modal }
  /** Without a kind, the top dialog closes. */
  | { type: 'ui/modalClosed'; kind?: Modal['kind'] }
  | { type: 'ui/modalsCleared' }
