import { useState } from 'react'
import { type Permission, permissions } from '../../../../src/contract/access.ts'
import type { RoleGroup } from '../../../../src/contract/wire/role.ts'
import { defaultPermissions } from '../../../../src/rules/roles.ts'
import {
  changedRoles,
  countChanges,
  draftPermissions,
  isChanged,
  isUsual,
  type RoleDrafts,
  unsavedDrafts,
} from '../../../../src/team/role-drafts.ts'
import type { Membership } from '../../../hooks/use-membership.ts'

/** Keeps unsaved changes by role; permissions changed elsewhere show at once. */
export const useRoleDrafts = ({ roles }: Membership) => {
  const [drafts, setDrafts] = useState<RoleDrafts>({})
  const [known, setKnown] = useState(roles)
  if (known !== roles) {
    setKnown(roles)
    setDrafts(unsavedDrafts(drafts, roles))
  }
  const permissionsFor = (role: RoleGroup) => draftPermissions(drafts, roles, role)
  const change = (role: RoleGroup, draft: RoleDrafts[RoleGroup]) =>
    setDrafts((before) => unsavedDrafts({ ...before, [role]: { ...before[role], ...draft } }, roles))
  return {
    permissionsFor,
    isChanged: (role: RoleGroup, permission: Permission) => isChanged(drafts, role, permission),
    /** The number of unsaved changes in all roles. */
    count: countChanges(drafts),
    changedRoles: () => changedRoles(drafts, roles),
    discard: () => setDrafts({}),
    isUsual: (role: RoleGroup) => isUsual(role, permissionsFor(role)),
    reset: (role: RoleGroup) =>
      change(
        role,
        Object.fromEntries(
          permissions.map((permission) => [permission, defaultPermissions[role].includes(permission)]),
        ),
      ),
    toggle: (role: RoleGroup, permission: Permission) =>
      change(role, { [permission]: !permissionsFor(role).includes(permission) }),
  }
}

export type RoleEditing = ReturnType<typeof useRoleDrafts>
