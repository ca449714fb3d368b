import { auditActionLabels } from '../../../../src/audit/audit-labels.ts'
import { auditActions } from '../../../../src/contract/wire/audit.ts'
import type { MemberWithRole } from '../../../../src/contract/wire/role.ts'
import { Combobox } from '../../../parts/choices/combobox.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { SearchField } from '../../../parts/fields/search-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { nameOf } from '../../../team/use-members.ts'
import css from './audit-filter.module.css'
import type { AuditView } from './use-audit-view.ts'

const actions = [
  { value: 'all', label: 'All actions' },
  ...auditActions.map((action) => ({ value: action, label: auditActionLabels[action] })),
]

type AuditFilterProps = { view: AuditView; members: readonly MemberWithRole[] }

export const AuditFilter = ({ view: { filters, change }, members }: AuditFilterProps) => (
  <div className={css.filter}>
    <SearchField label="Search the log" value={filters.find} onChange={(find) => change({ find })} />
    <Select
      label="Action"
      labelHidden
      options={actions}
      value={filters.action || 'all'}
      onChange={(action) => change({ action: action === 'all' ? '' : action })}
    />
    <Combobox
      label="User"
      labelHidden
      placeholder="All users"
      options={members.map((member) => ({ value: member.userId, label: nameOf(member), note: `@${member.username}` }))}
      value={members.find(({ userId }) => userId === filters.actor)?.userId ?? null}
      onChange={(actor) => change({ actor: actor ?? '' })}
    />
    <TextField
      label="From"
      type="date"
      labelHidden
      before="From"
      value={filters.from}
      onChange={(event) => change({ from: event.target.value })}
    />
    <TextField
      label="To"
      type="date"
      labelHidden
      before="To"
      value={filters.to}
      onChange={(event) => change({ to: event.target.value })}
    />
  </div>
)
