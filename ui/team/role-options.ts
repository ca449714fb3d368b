import { type RoleGroup, roleGroups } from '../../src/contract/wire/role.ts'
import { mayGrant } from '../../src/rules/roles.ts'
import { roleDescriptions } from '../../src/team/role-descriptions.ts'
import type { Membership } from '../hooks/use-membership.ts'
import type { Option } from '../parts/choices/select.tsx'

/** Every role; nobody gives one that may more than they may themselves. */
export const roleOptions = ({ permissions, roles }: Membership): Option<RoleGroup>[] =>
  roleGroups.map((role) => {
    const may = mayGrant(permissions, roles[role])
    return {
      value: role,
      label: role,
      note: may ? roleDescriptions[role] : 'It may more than your own role.',
      disabled: !may,
    }
  })
