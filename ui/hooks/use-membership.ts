import { useMemo } from 'react'
import { selectQuery } from '../../src/calls/queries.ts'
import type { Permission } from '../../src/contract/access.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../src/contract/wire/role.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { selectOrganization } from '../../src/organizations/organizations.ts'
import { permissionsOf, usualPermissions, visitorPermissions } from '../../src/rules/roles.ts'
import { useSelected } from './use-selected.ts'

/** What somebody is in an organisation, and what they may there. A visitor has no role. */
export interface Membership {
  role: string | null
  permissions: readonly Permission[]
  /** What every role may there. */
  roles: Readonly<Record<RoleGroup, readonly Permission[]>>
}

const NOWHERE = '' as OrganizationId

/** The person's own in the current organisation: as the server said last, and until then what their role usually may. */
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
      roles: { ...usualPermissions, ...roles },
    }),
    [role, permissions, roles],
  )
}

const blockedMessage = ({ role }: Membership): string =>
  role === null
    ? 'Only members of this organisation can do this.'
    : `Your role here, ${role}, cannot do this. Ask an owner of the organisation.`

/** Why the person may not do what needs a permission; undefined where they may. */
export const useBlocked = (permission: Permission): string | undefined => {
  const membership = useMembership()
  return membership.permissions.includes(permission) ? undefined : blockedMessage(membership)
}
