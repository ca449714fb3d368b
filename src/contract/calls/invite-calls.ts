import * as v from 'valibot'
import { may } from '../access.ts'
import { call } from '../call.ts'
import { done, inviteId, organizationId, text } from '../wire/common.ts'
import { invite, inviteEmail, inviteSecret, inviteStatus, receivedInvite } from '../wire/invite.ts'
import { roleGroup } from '../wire/role.ts'

const ofOrganization = v.strictObject({ id: organizationId })
const byInviteId = v.strictObject({ orgId: organizationId, inviteId })
const mayInvite = may('members.write', 'organization', 'params.id')
const mayChange = may('members.write', 'organization', 'params.orgId')

export const inviteCalls = {
  inviteMember: call({
    method: 'POST',
    path: 'organization/{id}/invites',
    access: mayInvite,
    stepUp: true,
    params: ofOrganization,
    body: v.strictObject({
      userEmail: inviteEmail,
      roleGroupName: v.optional(roleGroup, 'member'),
      // Sent by other clients and ignored; the path has the ids.
      organization: v.optional(text()),
      organizationId: v.optional(text()),
      orgId: v.optional(text()),
      orgName: v.optional(text()),
    }),
    response: v.object({ invite }),
    invalidates: ['readOrganization'],
    summary: 'Invite a user by e-mail. A repeated invitation sends a new e-mail and invalidates the old link.',
  }),
  removeInvite: call({
    method: 'DELETE',
    path: 'organization/{orgId}/invites/{inviteId}',
    access: mayChange,
    params: byInviteId,
    response: done,
    success: 'Invitation removed',
    invalidates: ['readOrganization'],
    summary: 'Revoke a pending invitation.',
  }),
  resendInvite: call({
    method: 'POST',
    path: 'organization/{orgId}/invites/{inviteId}/resend',
    access: mayChange,
    stepUp: true,
    params: byInviteId,
    response: v.object({ invite }),
    success: 'Invitation resent',
    invalidates: ['readOrganization'],
    summary: 'Resend an invitation. It is valid for another 7 days, and the old link stops working.',
  }),
  readInvite: call({
    method: 'POST',
    path: 'invite/{inviteId}/preview',
    access: 'public',
    params: v.strictObject({ inviteId }),
    body: v.strictObject({ secret: v.optional(inviteSecret) }),
    response: v.object({ invite: receivedInvite }),
    isReadOnly: true,
    summary: 'Get an invitation, with its secret or as the invited user.',
  }),
  respondToInvite: call({
    method: 'PUT',
    path: 'organization/{orgId}/invites/{inviteId}',
    access: 'inSession',
    params: byInviteId,
    body: v.strictObject({
      status: v.picklist(['accepted', 'declined']),
      secret: v.optional(inviteSecret),
      // Sent by other clients and ignored; the path has the ids.
      id: v.optional(text()),
    }),
    response: v.object({ status: inviteStatus }),
    invalidates: ['readProfile', 'readMyInvites'],
    summary: 'Accept or decline an invitation.',
  }),
  readMyInvites: call({
    method: 'GET',
    path: 'invites',
    access: 'inSession',
    response: v.object({ invites: v.array(receivedInvite) }),
    summary: 'List the pending invitations for the e-mail address of the caller.',
  }),
}
