import { roleGroups } from '../../../../src/contract/wire/role.ts'
import { roleLabel } from '../../../../src/rules/roles.ts'
import { roleDescriptions } from '../../../../src/team/role-descriptions.ts'
import { Badge } from '../../../parts/state/badge.tsx'
import { MayButton } from '../../../shell/permissions/may-button.tsx'
import css from './role-lines.module.css'
import type { RoleEditing } from './use-role-drafts.ts'

/** Each role with its description, and a button that restores its default permissions. */
export const RoleLines = ({ drafts }: { drafts: RoleEditing }) => (
  <ul className={css.list}>
    {roleGroups.map((role) => (
      <li key={role} className={css.line}>
        <div className={css.content}>
          <span className={css.name}>
            {roleLabel(role)}
            {role === 'owner' && <Badge>All permissions</Badge>}
            {role !== 'owner' && !drafts.isUsual(role) && <Badge tone="info">Customised</Badge>}
          </span>
          <span className={css.text}>{roleDescriptions[role]}</span>
        </div>
        {role !== 'owner' && !drafts.isUsual(role) && (
          <MayButton
            may="roles.write"
            size="small"
            aria-label={`Reset to default: ${roleLabel(role)}`}
            onClick={() => drafts.reset(role)}
          >
            Reset to default
          </MayButton>
        )}
      </li>
    ))}
  </ul>
)
