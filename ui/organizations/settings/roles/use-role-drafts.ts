import { useState } from 'react'
import { type Permission, permissions } from '../../../../src/contract/access.ts'
import { type RoleGroup, roleGroups } from '../../../../src/contract/wire/role.ts'
import { usualPermissions } from '../../../../src/rules/roles.ts'
import type { Membership } from '../../../hooks/use-membership.ts'

type RoleDraft = Partial<Record<Permission, boolean>>
type Drafts = Partial<Record<RoleGroup, RoleDraft>>

const isSame = (a: readonly Permission[], b: readonly Permission[]): boolean =>
  a.length === b.length && a.every((permission) => b.includes(permission))

/** Drops changes that the server has already. */
const unmet = (drafts: Drafts, roles: Membership['roles']): Drafts =>
  Object.fromEntries(
    roleGroups.map((role) => [
      role,
      Object.fromEntries(
        permissions.flatMap((permission) => {
          const draftValue = drafts[role]?.[permission]
          return draftValue === undefined || draftValue === roles[role].includes(permission)
            ? []
            : [[permission, draftValue]]
        }),
      ),
    ]),
  )

/** Keeps unsaved changes by role; permissions changed elsewhere show at once. */
export const useRoleDrafts = ({ roles }: Membership) => {
  const [drafts, setDrafts] = useState<Drafts>({})
  const [known, setKnown] = useState(roles)
  if (known !== roles) {
    setKnown(roles)
    setDrafts(unmet(drafts, roles))
  }
  const permissionsFor = (role: RoleGroup): readonly Permission[] =>
    permissions.filter((permission) => drafts[role]?.[permission] ?? roles[role].includes(permission))
  const changes = (role: RoleGroup): number => Object.keys(drafts[role] ?? {}).length
  return {
    permissionsFor,
    changes,
    hasChanges: roleGroups.some((role) => changes(role) > 0),
    drop: (role: RoleGroup) => setDrafts((before) => ({ ...before, [role]: {} })),
    isUsual: (role: RoleGroup): boolean => isSame(roles[role], usualPermissions[role]),
    toggle: (role: RoleGroup, permission: Permission) => {
      const draftValue = !permissionsFor(role).includes(permission)
      setDrafts((before) => unmet({ ...before, [role]: { ...before[role], [permission]: draftValue } }, roles))
    },
  }
}

export type RoleDrafts = ReturnType<typeof useRoleDrafts>
