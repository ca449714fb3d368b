import type { memberCalls } from '../../../src/contract/calls/member-calls.ts'
import { roleGroups } from '../../../src/contract/wire/role.ts'
import { ApiError } from '../../http/api-error.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { hasScope } from '../../http/require-user.ts'
import { scopeOf } from '../../http/scope-of.ts'
import type { ChangeOptions } from '../change-organization.ts'
import { changePermissions } from './change-permissions.ts'
import { changeRole } from './change-role.ts'
import { readMembers } from './read-members.ts'
import { removeMember } from './remove-member.ts'
import { rolesOf } from './require-membership.ts'

export const memberHandlers = (options: ChangeOptions): Handlers<keyof typeof memberCalls> => ({
  removeMember: (context) => removeMember(options, context),

  readUsersWithRoleGroups: async ({ scope, caller }) => {
    const { organizationId, role } = scopeOf(scope)
    const withEmails = role !== null && hasScope(caller, 'members')
    return { users: await readMembers(options.db, organizationId, { withEmails }) }
  },

  setRoleGroupPermissions: (context) => {
    const { userId, permissions } = context.input
    if (userId !== undefined && permissions === undefined) return changeRole(options, context, userId)
    if (permissions !== undefined && userId === undefined) return changePermissions(options, context, permissions)
    throw fieldError('userId', 'Provide a member, or the permissions of a role.')
  },

  readRole: async ({ scope }) => {
    const { organizationId, role, permissions } = scopeOf(scope)
    // The policy admits only members.
    if (role === null) throw new ApiError('organizationNotFound')
    const roles = await rolesOf(options.db, organizationId)
    const entries = roleGroups.map((group) => [group, [...roles(group)]])
    return { roleGroup: role, permissions: [...permissions], rolePermissions: Object.fromEntries(entries) }
  },
})
