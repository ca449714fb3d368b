import type { Permission } from '../../src/contract/access.ts'
import { type Membership, useMembership } from './use-membership.ts'

const blockedMessage = ({ role }: Membership): string =>
  role === null
    ? 'Only members of this organisation can do this.'
    : `Your role here, ${role}, cannot do this. Ask an owner of the organisation.`

/** Why the person may not do what needs a permission; undefined where they may. */
export const useBlocked = (permission: Permission): string | undefined => {
  const membership = useMembership()
  return membership.permissions.includes(permission) ? undefined : blockedMessage(membership)
}
