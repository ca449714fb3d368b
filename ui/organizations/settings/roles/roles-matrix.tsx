import { type Permission, permissions } from '../../../../src/contract/access.ts'
import { type RoleGroup, roleGroups } from '../../../../src/contract/wire/role.ts'
import { permissionWords } from '../../../../src/team/role-words.ts'
import { Checkbox } from '../../../parts/choices/checkbox.tsx'
import css from './roles-matrix.module.css'
import type { RoleDrafts } from './use-role-drafts.ts'

type RolesMatrixProps = {
  drafts: RoleDrafts
  /** Whether the person may give and take this permission. */
  mayChange: (role: RoleGroup, permission: Permission) => boolean
}

/** Roles by permissions. On narrow screens each permission is a block with its roles below it. */
export const RolesMatrix = ({ drafts, mayChange }: RolesMatrixProps) => (
  <table className={css.matrix}>
    <caption className={css.caption}>What each role may do</caption>
    <thead className={css.head}>
      <tr>
        <th scope="col">May</th>
        {roleGroups.map((role) => (
          <th key={role} scope="col" className={css.role}>
            {role}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {permissions.map((permission) => (
        <tr key={permission} className={css.line}>
          <th scope="row" className={css.words}>
            {permissionWords[permission]}
          </th>
          {roleGroups.map((role) => (
            <td key={role} className={css.cell} data-role={role}>
              <Checkbox
                label={`${role}: ${permissionWords[permission]}`}
                labelHidden
                checked={drafts.shown(role).includes(permission)}
                disabled={!mayChange(role, permission)}
                onChange={() => drafts.toggle(role, permission)}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
