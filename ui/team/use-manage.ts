import { useCallback } from 'react'
import { errorCodes } from '../../src/contract/error-codes.ts'
import type { MemberWithRole } from '../../src/contract/wire/role.ts'
import { mayGrant, roleLabel } from '../../src/rules/roles.ts'
import { useBlocked, useMembership } from '../hooks/use-membership.ts'

/** Returns why the user may not change a member: a missing permission, a higher role, or the last owner. */
export const useManage = (members: readonly MemberWithRole[]) => {
  const blocked = useBlocked('members.write')
  const { permissions, roles } = useMembership()
  const owners = members.filter(({ roleGroup }) => roleGroup === 'owner').length
  const whyNot = useCallback(
    ({ roleGroup }: MemberWithRole): string | undefined => {
      if (blocked !== undefined) return blocked
      if (!mayGrant(permissions, roles[roleGroup]))
        return `The role ${roleLabel(roleGroup)} has more permissions than yours.`
      return roleGroup === 'owner' && owners === 1 ? errorCodes.lastOwner.message : undefined
    },
    [blocked, permissions, roles, owners],
  )
  return { blocked, whyNot }
}
