import * as v from 'valibot'
import { instant, inviteId, organizationId, text } from './common.ts'
import { roleGroup } from './role.ts'

export const inviteStatuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const
export const inviteStatus = v.picklist(inviteStatuses)

/** An address that somebody can be invited at; its case does not matter. */
export const inviteEmail = v.pipe(
  text(254),
  v.regex(/^[A-Za-z0-9+_.-]+@[A-Za-z0-9.-]+$/, 'Please enter a valid e-mail address.'),
  v.toLowerCase(),
)

/** What the link in a mail carries after the #, where no server and no log sees it. */
export const inviteSecret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'Not the secret of an invitation.'))

/** An invitation as those see it who may change members. */
export const invite = v.object({
  inviteId,
  status: inviteStatus,
  email: v.string(),
  role: roleGroup,
  sentAt: instant,
  expiresAt: instant,
})

/** An invitation as the invited person sees it. */
export const receivedInvite = v.object({
  inviteId,
  organizationId,
  organization: v.object({ name: v.string(), image: v.nullable(v.string()) }),
  /** Null when the person is gone. */
  invitedBy: v.nullable(v.string()),
  role: roleGroup,
  status: inviteStatus,
  /** The address with most of it hidden: enough to know one's own. */
  email: v.string(),
  expiresAt: instant,
})

export type Invite = v.InferOutput<typeof invite>
export type InviteStatus = v.InferOutput<typeof inviteStatus>
export type ReceivedInvite = v.InferOutput<typeof receivedInvite>
