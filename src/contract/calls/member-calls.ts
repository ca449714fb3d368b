import * as v from 'valibot'
import { may, mayVisit } from '../access.ts'
import { call } from '../call.ts'
import { done, organizationId, text, userId } from '../wire/common.ts'
import { memberWithRole, permission, roleGroup } from '../wire/role.ts'

const byOrgId = v.strictObject({ orgId: organizationId })
const permissionList = v.array(permission)

export const memberCalls = {
  removeMember: call({
    method: 'DELETE',
    path: 'organization/{id}/member',
    access: { ...may('organization.read', 'organization', 'params.id'), tokenScopes: ['members'] },
    stepUp: true,
    params: v.strictObject({ id: organizationId }),
    body: v.strictObject({
      userId,
      // Sent by other clients and ignored; the path has the ids.
      orgId: v.optional(text()),
      organizationId: v.optional(text()),
    }),
    response: done,
    invalidates: ['readProfile', 'readOrganization', 'readUsersWithRoleGroups'],
    summary: 'Leave an organisation (not with an API token), or remove a member (requires members.write).',
  }),
  readUsersWithRoleGroups: call({
    method: 'GET',
    path: 'role/getUsersWithRoleGroups/{orgId}',
    access: mayVisit('members.read', 'organization', 'params.orgId'),
    params: byOrgId,
    response: v.object({ users: v.array(memberWithRole) }),
    summary: 'List the members of an organisation with their roles, oldest first.',
  }),
  setRoleGroupPermissions: call({
    method: 'POST',
    path: 'role/setRoleGroupPermissions',
    access: { ...may('members.read', 'organization', 'body.organizationId'), tokenScopes: ['members', 'roles'] },
    stepUp: true,
    body: v.strictObject({
      organizationId,
      roleGroupName: roleGroup,
      userId: v.optional(userId),
      permissions: v.optional(v.nullable(permissionList)),
    }),
    response: done,
    invalidates: ['readUsersWithRoleGroups', 'readOrganization', 'readRole'],
    summary:
      'Change the role of a member (userId; requires members.write), or the permissions of a role (permissions, null for the default; requires roles.write).',
  }),
  readRole: call({
    method: 'GET',
    path: 'role/{orgId}',
    access: may('organization.read', 'organization', 'params.orgId'),
    params: byOrgId,
    response: v.object({
      roleGroup,
      permissions: permissionList,
      rolePermissions: v.record(roleGroup, permissionList),
    }),
    summary: 'Get the caller’s role and permissions in an organisation, and the permissions of every role.',
  }),
}
