import { type RoleGroup, roleGroups } from '../../src/contract/wire/role.ts'
import { mayGrant, roleLabel } from '../../src/rules/roles.ts'
import { roleDescriptions } from '../../src/team/role-descriptions.ts'
import type { Membership } from '../hooks/use-membership.ts'
import type { Option } from '../parts/choices/select.tsx'

/** All roles; a user cannot grant a role with more permissions than their own. */
export const roleOptions = ({ permissions, roles }: Membership): Option<RoleGroup>[] =>
  roleGroups.map((role) => {
    const may = mayGrant(permissions, roles[role])
    return {
      value: role,
      label: roleLabel(role),
      note: may ? roleDescriptions[role] : 'Has more permissions than your own role.',
      disabled: !may,
    }
  })
