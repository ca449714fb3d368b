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
    summary: 'Invite somebody by mail; who is invited already gets a new mail, and the old link ends.',
  }),
  removeInvite: call({
    method: 'DELETE',
    path: 'organization/{orgId}/invites/{inviteId}',
    access: mayChange,
    params: byInviteId,
    response: done,
    success: 'Invitation removed',
    invalidates: ['readOrganization'],
    summary: 'Revoke an invitation that nobody has answered yet.',
  }),
  resendInvite: call({
    method: 'POST',
    path: 'organization/{orgId}/invites/{inviteId}/resend',
    access: mayChange,
    params: byInviteId,
    response: v.object({ invite }),
    success: 'Invitation sent again',
    invalidates: ['readOrganization'],
    summary: 'Send an invitation again: it lasts another 7 days, and the old link ends.',
  }),
  readInvite: call({
    method: 'POST',
    path: 'invite/{inviteId}/look',
    access: 'public',
    params: v.strictObject({ inviteId }),
    body: v.strictObject({ secret: v.optional(inviteSecret) }),
    response: v.object({ invite: receivedInvite }),
    reading: true,
    summary: 'An invitation, for who has its secret or has signed in with the address that it went to.',
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
    summary: 'The open invitations that went to the address of the caller.',
  }),
}
