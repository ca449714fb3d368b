import { type RoleGroup, roleGroups } from '../../src/contract/wire/role.ts'
import { roleLabel } from '../../src/rules/roles.ts'
import { Select } from '../parts/choices/select.tsx'
import { SearchField } from '../parts/fields/search-field.tsx'
import css from './team-tools.module.css'

type TeamToolsProps = {
  search: string
  role: RoleGroup | ''
  onSearch: (search: string) => void
  onRole: (role: string) => void
}

const roles = [
  { value: 'all', label: 'All roles' },
  ...roleGroups.map((role) => ({ value: role, label: roleLabel(role) })),
]

export const TeamTools = ({ search, role, onSearch, onRole }: TeamToolsProps) => (
  <div className={css.tools}>
    <div className={css.search}>
      <SearchField label="Search members" placeholder="Name, username or e-mail" value={search} onChange={onSearch} />
    </div>
    <Select
      label="Role"
      labelHidden
      options={roles}
      neutral="all"
      value={role || 'all'}
      onChange={(chosen) => onRole(chosen === 'all' ? '' : chosen)}
    />
  </div>
)
