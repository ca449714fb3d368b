import * as v from 'valibot'
import { instant, inviteId, organizationId, text } from './common.ts'
import { roleGroup } from './role.ts'

export const inviteStatuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const
export const inviteStatus = v.picklist(inviteStatuses)

/** The e-mail address of an invitation; its case does not matter. */
export const inviteEmail = v.pipe(
  text(254),
  v.regex(/^[A-Za-z0-9+_.-]+@[A-Za-z0-9.-]+$/, 'Enter a valid e-mail address.'),
  v.toLowerCase(),
)

/** The secret in the fragment of the link in the mail, which browsers do not send to servers. */
export const inviteSecret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Not a valid invitation secret.'))

/** An invitation as shown to members who may manage members. */
export const invite = v.object({
  inviteId,
  status: inviteStatus,
  email: v.string(),
  role: roleGroup,
  sentAt: instant,
  expiresAt: instant,
})

/** An invitation as shown to the invitee. */
export const receivedInvite = v.object({
  inviteId,
  organizationId,
  organization: v.object({ name: v.string(), image: v.nullable(v.string()) }),
  /** Null if the inviter's account is deleted. */
  invitedBy: v.nullable(v.string()),
  role: roleGroup,
  status: inviteStatus,
  /** The masked address: enough for the invitee to recognise it. */
  email: v.string(),
  expiresAt: instant,
})

export type Invite = v.InferOutput<typeof invite>
export type InviteStatus = v.InferOutput<typeof inviteStatus>
export type ReceivedInvite = v.InferOutput<typeof receivedInvite>
