import { useState } from 'react'
import { type Permission, permissions } from '../../../../src/contract/access.ts'
import type { RoleGroup } from '../../../../src/contract/wire/role.ts'
import { usualPermissions } from '../../../../src/rules/roles.ts'
import type { Standing } from '../../../app/permissions/use-standing.ts'

type Drafts = Partial<Record<RoleGroup, readonly Permission[]>>

const isSame = (a: readonly Permission[], b: readonly Permission[]): boolean =>
  a.length === b.length && a.every((permission) => b.includes(permission))

/** What is ticked and not saved yet, role by role. What comes out as it was is no change. */
export const useRoleDrafts = ({ roles }: Standing) => {
  const [drafts, setDrafts] = useState<Drafts>({})
  const shown = (role: RoleGroup): readonly Permission[] => drafts[role] ?? roles[role]
  const changes = (role: RoleGroup): number =>
    permissions.filter((permission) => shown(role).includes(permission) !== roles[role].includes(permission)).length
  const drop = (role: RoleGroup) => setDrafts((before) => ({ ...before, [role]: undefined }))
  return {
    shown,
    changes,
    drop,
    isUsual: (role: RoleGroup): boolean => isSame(roles[role], usualPermissions[role]),
    toggle: (role: RoleGroup, permission: Permission) => {
      const wished = shown(role).includes(permission)
        ? shown(role).filter((other) => other !== permission)
        : permissions.filter((other) => other === permission || shown(role).includes(other))
      setDrafts((before) => ({ ...before, [role]: isSame(wished, roles[role]) ? undefined : wished }))
    },
  }
}

export type RoleDrafts = ReturnType<typeof useRoleDrafts>
