import { type RoleGroup, roleGroups } from '../../src/contract/wire/role.ts'
import { mayGrant } from '../../src/rules/roles.ts'
import { roleWords } from '../../src/team/role-words.ts'
import type { Standing } from '../app/permissions/use-standing.ts'
import type { Option } from '../parts/choices/select.tsx'

/** Every role; nobody gives one that may more than they may themselves. */
export const roleOptions = ({ permissions, roles }: Standing): Option<RoleGroup>[] =>
  roleGroups.map((role) => {
    const may = mayGrant(permissions, roles[role])
    return { value: role, label: role, note: may ? roleWords[role] : 'It may more than your own role.', disabled: !may }
  })
