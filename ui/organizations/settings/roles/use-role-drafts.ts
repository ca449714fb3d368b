import { useState } from 'react'
import { type Permission, permissions } from '../../../../src/contract/access.ts'
import { type RoleGroup, roleGroups } from '../../../../src/contract/wire/role.ts'
import { usualPermissions } from '../../../../src/rules/roles.ts'
import type { Standing } from '../../../app/permissions/use-standing.ts'

type Wishes = Partial<Record<Permission, boolean>>
type Drafts = Partial<Record<RoleGroup, Wishes>>

const isSame = (a: readonly Permission[], b: readonly Permission[]): boolean =>
  a.length === b.length && a.every((permission) => b.includes(permission))

/** A wish that came true, whoever made it so, is no change any more. */
const unmet = (drafts: Drafts, roles: Standing['roles']): Drafts =>
  Object.fromEntries(
    roleGroups.map((role) => [
      role,
      Object.fromEntries(
        permissions.flatMap((permission) => {
          const wish = drafts[role]?.[permission]
          return wish === undefined || wish === roles[role].includes(permission) ? [] : [[permission, wish]]
        }),
      ),
    ]),
  )

/** What is ticked and not saved yet, role by role; what others change meanwhile is shown as it is. */
export const useRoleDrafts = ({ roles }: Standing) => {
  const [drafts, setDrafts] = useState<Drafts>({})
  const [known, setKnown] = useState(roles)
  if (known !== roles) {
    setKnown(roles)
    setDrafts(unmet(drafts, roles))
  }
  const shown = (role: RoleGroup): readonly Permission[] =>
    permissions.filter((permission) => drafts[role]?.[permission] ?? roles[role].includes(permission))
  const changes = (role: RoleGroup): number => Object.keys(drafts[role] ?? {}).length
  return {
    shown,
    changes,
    hasChanges: roleGroups.some((role) => changes(role) > 0),
    drop: (role: RoleGroup) => setDrafts((before) => ({ ...before, [role]: {} })),
    isUsual: (role: RoleGroup): boolean => isSame(roles[role], usualPermissions[role]),
    toggle: (role: RoleGroup, permission: Permission) => {
      const wish = !shown(role).includes(permission)
      setDrafts((before) => unmet({ ...before, [role]: { ...before[role], [permission]: wish } }, roles))
    },
  }
}

export type RoleDrafts = ReturnType<typeof useRoleDrafts>
