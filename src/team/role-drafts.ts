import { type Permission, permissions } from '../contract/access.ts'
import { type RoleGroup, roleGroups } from '../contract/wire/role.ts'
import { defaultPermissions } from '../rules/roles.ts'

/** Unsaved changes: by role, the permissions to grant and to revoke. */
export type RoleDrafts = Partial<Record<RoleGroup, Partial<Record<Permission, boolean>>>>
type RolePermissions = Readonly<Record<RoleGroup, readonly Permission[]>>

/** The permissions of a role: null stands for the usual ones, which may differ in a later version. */
export type ChangedRole = { role: RoleGroup; permissions: Permission[] | null }

export const draftPermissions = (drafts: RoleDrafts, roles: RolePermissions, role: RoleGroup): Permission[] =>
  permissions.filter((permission) => drafts[role]?.[permission] ?? roles[role].includes(permission))

/** Drops the changes that are saved by now. */
export const unsavedDrafts = (drafts: RoleDrafts, roles: RolePermissions): RoleDrafts =>
  Object.fromEntries(
    roleGroups.map((role) => [
      role,
      Object.fromEntries(
        permissions.flatMap((permission) => {
          const draft = drafts[role]?.[permission]
          return draft === undefined || draft === roles[role].includes(permission) ? [] : [[permission, draft]]
        }),
      ),
    ]),
  )

export const isChanged = (drafts: RoleDrafts, role: RoleGroup, permission: Permission): boolean =>
  drafts[role]?.[permission] !== undefined

export const countChanges = (drafts: RoleDrafts): number =>
  roleGroups.reduce((sum, role) => sum + Object.keys(drafts[role] ?? {}).length, 0)

export const isUsual = (role: RoleGroup, granted: readonly Permission[]): boolean =>
  permissions.every((permission) => granted.includes(permission) === defaultPermissions[role].includes(permission))

export const changedRoles = (drafts: RoleDrafts, roles: RolePermissions): ChangedRole[] =>
  roleGroups
    .filter((role) => Object.keys(drafts[role] ?? {}).length > 0)
    .map((role) => {
      const granted = draftPermissions(drafts, roles, role)
      return { role, permissions: isUsual(role, granted) ? null : granted }
    })
