import { useId } from 'react'
import { type Permission, permissions } from '../../../../src/contract/access.ts'
import { type RoleGroup, roleGroups } from '../../../../src/contract/wire/role.ts'
import { roleLabel } from '../../../../src/rules/roles.ts'
import { permissionLabels } from '../../../../src/team/role-descriptions.ts'
import { BlockedCheckbox } from '../../../parts/choices/blocked-checkbox.tsx'
import { Checkbox } from '../../../parts/choices/checkbox.tsx'
import { HiddenText } from '../../../parts/layout/hidden-text.tsx'
import css from './roles-matrix.module.css'
import type { RoleEditing } from './use-role-drafts.ts'

type RolesMatrixProps = {
  drafts: RoleEditing
  /** Returns why the user may not grant or revoke a permission, or undefined. */
  reasonAgainst: (role: RoleGroup, permission: Permission) => string | undefined
}

/** Roles by permissions. On narrow screens each permission is a block of roles. */
export const RolesMatrix = ({ drafts, reasonAgainst }: RolesMatrixProps) => (
  <table className={css.matrix}>
    <caption className={css.caption}>Role permissions</caption>
    <thead className={css.head}>
      <tr>
        <th scope="col">Permission</th>
        {roleGroups.map((role) => (
          <th key={role} scope="col" className={css.role}>
            {roleLabel(role)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {permissions.map((permission) => (
        <tr key={permission} className={css.line}>
          <th scope="row" className={css.content}>
            {permissionLabels[permission]}
          </th>
          {roleGroups.map((role) => (
            <td
              key={role}
              className={css.cell}
              data-role={roleLabel(role)}
              data-changed={drafts.isChanged(role, permission) || undefined}
            >
              <RoleBox
                label={`${roleLabel(role)}: ${permissionLabels[permission]}`}
                checked={drafts.permissionsFor(role).includes(permission)}
                changed={drafts.isChanged(role, permission)}
                reason={reasonAgainst(role, permission)}
                onToggle={() => drafts.toggle(role, permission)}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

type RoleBoxProps = {
  label: string
  checked: boolean
  /** The change is not saved yet. */
  changed: boolean
  reason: string | undefined
  onToggle: () => void
}

const RoleBox = ({ reason, changed, onToggle, ...box }: RoleBoxProps) => {
  const id = useId()
  if (reason !== undefined) return <BlockedCheckbox {...box} labelHidden reason={reason} />
  return (
    <>
      <Checkbox {...box} labelHidden aria-describedby={changed ? id : undefined} onChange={onToggle} />
      {changed && <HiddenText id={id}>Not saved yet</HiddenText>}
    </>
  )
}
