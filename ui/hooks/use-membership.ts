import { useMemo } from 'react'
import { selectQuery } from '../../src/calls/queries.ts'
import type { Permission } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { defaultPermissions, permissionsOf, roleLabel, visitorPermissions } from '../../src/rules/roles.ts'
import { useSelected } from './use-selected.ts'

/** A user's role and permissions in an organisation. A visitor has no role. */
export interface Membership {
  role: string | null
  permissions: readonly Permission[]
  /** The permissions of every role. */
  roles: Readonly<Record<RoleGroup, readonly Permission[]>>
}

const NOWHERE = '' as OrganizationId

/** Returns the user's membership of the current organisation; the role's defaults until it is loaded. */
export const useMembership = (): Membership => {
  const organization = useSelected(selectOrganization)
  const orgId = organization?._id ?? NOWHERE
  const loaded = lastLoaded(useSelected(selectQuery('readRole', { orgId }), [orgId]))?.value
  const role = loaded?.roleGroup ?? organization?.role ?? null
  const permissions = loaded?.permissions
  const roles = loaded?.rolePermissions
  return useMemo(
    () => ({
      role,
      permissions: permissions ?? (role === null ? visitorPermissions : permissionsOf(role)),
      roles: { ...defaultPermissions, ...roles },
    }),
    [role, permissions, roles],
  )
}

const blockedMessage = ({ role }: Membership): string =>
  role === null
    ? 'Only members of this organisation can do this.'
    : `Your role (${roleLabel(role)}) does not allow this. Ask an owner of the organisation.`

/** Returns why the user lacks a permission, or undefined. */
export const useBlocked = (permission: Permission): string | undefined => {
  const membership = useMembership()
  return membership.permissions.includes(permission) ? undefined : blockedMessage(membership)
}
