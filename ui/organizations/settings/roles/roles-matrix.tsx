import { type Permission, permissions } from '../../../../src/contract/access.ts'
import { type RoleGroup, roleGroups } from '../../../../src/contract/wire/role.ts'
import { roleLabel } from '../../../../src/rules/roles.ts'
import { permissionLabels } from '../../../../src/team/role-descriptions.ts'
import { BlockedCheckbox } from '../../../parts/choices/blocked-checkbox.tsx'
import { Checkbox } from '../../../parts/choices/checkbox.tsx'
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
            <td key={role} className={css.cell} data-role={roleLabel(role)}>
              <RoleBox
                label={`${roleLabel(role)}: ${permissionLabels[permission]}`}
                checked={drafts.permissionsFor(role).includes(permission)}
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

type RoleBoxProps = { label: string; checked: boolean; reason: string | undefined; onToggle: () => void }

const RoleBox = ({ reason, onToggle, ...box }: RoleBoxProps) =>
  reason === undefined ? (
    <Checkbox {...box} labelHidden onChange={onToggle} />
  ) : (
    <BlockedCheckbox {...box} labelHidden reason={reason} />
  )
