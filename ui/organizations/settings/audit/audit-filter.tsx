import { auditWords } from '../../../../src/audit/audit-words.ts'
import { auditActions } from '../../../../src/contract/wire/audit.ts'
import type { MemberWithRole } from '../../../../src/contract/wire/role.ts'
import { Combobox } from '../../../parts/choices/combobox.tsx'
import { Select } from '../../../parts/choices/select.tsx'
import { SearchField } from '../../../parts/fields/search-field.tsx'
import { TextField } from '../../../parts/fields/text-field.tsx'
import { nameOf } from '../../../team/member-columns.tsx'
import css from './audit-filter.module.css'
import type { AuditView } from './use-audit-view.ts'

const actions = [
  { value: 'all', label: 'Every action' },
  ...auditActions.map((action) => ({ value: action, label: auditWords[action] })),
]

type AuditFilterProps = { view: AuditView; members: readonly MemberWithRole[] }

export const AuditFilter = ({ view: { shown, change }, members }: AuditFilterProps) => (
  <div className={css.filter}>
    <SearchField label="Search the log" value={shown.find} onChange={(find) => change({ find })} />
    <Select
      label="Action"
      labelHidden
      options={actions}
      value={shown.action || 'all'}
      onChange={(action) => change({ action: action === 'all' ? '' : action })}
    />
    <Combobox
      label="Person"
      labelHidden
      placeholder="Everybody"
      options={members.map((member) => ({ value: member.userId, label: nameOf(member), note: `@${member.username}` }))}
      value={members.find(({ userId }) => userId === shown.actor)?.userId ?? null}
      onChange={(actor) => change({ actor: actor ?? '' })}
    />
    <TextField
      label="From"
      type="date"
      labelHidden
      before="From"
      value={shown.from}
      onChange={(event) => change({ from: event.target.value })}
    />
    <TextField
      label="To"
      type="date"
      labelHidden
      before="To"
      value={shown.to}
      onChange={(event) => change({ to: event.target.value })}
    />
  </div>
)
