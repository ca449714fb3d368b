import { useCallback } from 'react'
import { refusals } from '../../src/contract/refusals.ts'
import type { MemberWithRole } from '../../src/contract/wire/role.ts'
import { mayGrant } from '../../src/rules/roles.ts'
import { useBlocked } from '../app/permissions/use-blocked.ts'
import { useStanding } from '../app/permissions/use-standing.ts'

/** Why a member may not be changed by the person: a missing right, a role above theirs, or that nobody would own the rest. */
export const useManage = (members: readonly MemberWithRole[]) => {
  const blocked = useBlocked('members.write')
  const { permissions, roles } = useStanding()
  const owners = members.filter(({ roleGroup }) => roleGroup === 'owner').length
  const whyNot = useCallback(
    ({ roleGroup }: MemberWithRole): string | undefined => {
      if (blocked !== undefined) return blocked
      if (!mayGrant(permissions, roles[roleGroup])) return `The role ${roleGroup} may more than yours.`
      return roleGroup === 'owner' && owners === 1 ? refusals.lastOwner.words : undefined
    },
    [blocked, permissions, roles, owners],
  )
  return { blocked, whyNot }
}
