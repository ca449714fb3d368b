import { and, eq, isNull } from 'drizzle-orm'
import type { InviteId } from '../../../src/contract/wire/common.ts'
import { roleLabel } from '../../../src/rules/roles.ts'
import { inviteSecretOf } from '../../organizations/invites/invite-secret.ts'
import { statusOf } from '../../organizations/invites/invite-wire.ts'
import type { Db } from '../../store/connection.ts'
import { displayName } from '../../store/schema/user-schema.ts'
import { invites, organizations, users } from '../../store/schema.ts'
import type { Mail } from '../mail.ts'
import { composeMail } from './compose-mail.ts'

export interface InviteMailJob {
  kind: 'invite'
  inviteId: InviteId
  /** `sentAt` of the invitation when this job was enqueued; sending it again enqueues a new job. */
  sentAtMs: number
}

export interface MailContext {
  db: Db
  secret: string
  publicUrl: string
  productName: string
}

const expiry = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/**
 * Composes the mail only when it is sent, so that the secret is not stored in the queue. Returns null if the invitation
 * is no longer pending or was sent again.
 */
export const inviteMail = async (
  { db, secret, publicUrl, productName }: MailContext,
  { inviteId, sentAtMs }: InviteMailJob,
): Promise<Mail | null> => {
  const [found] = await db
    .select({ invite: invites, organization: organizations.name, inviter: displayName })
    .from(invites)
    .innerJoin(organizations, and(eq(organizations.id, invites.organizationId), isNull(organizations.deletedAt)))
    .leftJoin(users, eq(users.id, invites.invitedBy))
    .where(eq(invites.id, inviteId))
  if (!found || statusOf(found.invite) !== 'pending' || found.invite.sentAt.getTime() !== sentAtMs) return null
  const { invite, organization } = found
  const inviter = found.inviter ?? 'A member'
  return composeMail({
    productName,
    to: invite.email,
    subject: `${inviter} invited you to ${organization}`,
    paragraphs: [
      `${inviter} invited you to the organisation ${organization} on ${productName} as ${roleLabel(invite.role)}.`,
      `The invitation expires on ${expiry.format(invite.expiresAt)} UTC.`,
    ],
    action: { label: 'View invitation', url: `${publicUrl}/invite/${invite.id}#${inviteSecretOf(secret, invite)}` },
    reason:
      'You received this e-mail because a member of the organisation entered your address. If you do not know them, ignore it.',
  })
}
