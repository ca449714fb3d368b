import { auditActionLabels } from '../../../../src/audit/audit-labels.ts'
import { auditActions } from '../../../../src/contract/wire/audit.ts'
import type { MemberWithRole } from '../../../../src/contract/wire/role.ts'
import { Combobox } from '../../../parts/choices/combobox.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { DateField } from '../../../parts/fields/date-field.tsx'
import { SearchField } from '../../../parts/fields/search-field.tsx'
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
      neutral="all"
      value={filters.action || 'all'}
      onChange={(action) => change({ action: action === 'all' ? '' : action })}
    />
    <Combobox
      label="User"
      labelHidden
      placeholder="All users"
      isFilter
      options={members.map((member) => ({ value: member.userId, label: nameOf(member), note: `@${member.username}` }))}
      value={members.find(({ userId }) => userId === filters.actor)?.userId ?? null}
      onChange={(actor) => change({ actor: actor ?? '' })}
    />
    <DateField label="From" value={filters.from} onChange={(from) => change({ from })} />
    <DateField label="To" value={filters.to} onChange={(to) => change({ to })} />
  </div>
)
