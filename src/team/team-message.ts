import type { OrganizationId, UserId } from '../contract/wire/common.ts'
import type { RoleGroup } from '../contract/wire/role.ts'

/** An address that was not invited, and why. */
export interface FailedInvite {
  email: string
  message: string
}

export type TeamMessage =
  /** Each address becomes a separate call. */
  | { type: 'ui/membersInvited'; organizationId: OrganizationId; emails: readonly string[]; role: RoleGroup }
  | {
      type: 'api/invitesSettled'
      sent: readonly string[]
      failed: readonly FailedInvite[]
      /** The user did not complete the step-up. */
      isCancelled: boolean
      atMs: number
    }
  /** Each member becomes a separate call; each failure is reported separately. */
  | { type: 'ui/membersRemoved'; organizationId: OrganizationId; userIds: readonly UserId[] }
  | { type: 'api/removalsSettled'; userIds: readonly UserId[] }
