import type { MemberWithRole } from '../../src/contract/wire/role.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'

const none: readonly MemberWithRole[] = []

/** A member without a name goes by the username. */
export const nameOf = ({ name, username }: MemberWithRole): string => name || username

/** Returns the current organisation and its members. */
export const useMembers = () => {
  const organization = useSelected(selectOrganization)
  const orgId = organization?._id
  const { data } = useQuery('readUsersWithRoleGroups', orgId ? { orgId } : null)
  return { organization, members: lastLoaded(data)?.value.users ?? none }
}
