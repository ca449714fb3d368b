import { and, eq, isNull } from 'drizzle-orm'
import type { InviteId } from '../../../src/contract/wire/common.ts'
import { inviteSecretOf } from '../../organizations/invites/invite-secret.ts'
import { statusOf } from '../../organizations/invites/invite-wire.ts'
import type { Db } from '../../store/connection.ts'
import { displayName } from '../../store/display-name.ts'
import { invites, organizations, users } from '../../store/schema.ts'
import type { Mail } from '../mail.ts'
import { composeMail } from './compose-mail.ts'

export interface InviteMailJob {
  kind: 'invite'
  inviteId: InviteId
  /** Of the sending that asked for it: a later one has a letter of its own. */
  sentAtMs: number
}

export interface MailContext {
  db: Db
  secret: string
  publicUrl: string
  productName: string
}

/** Written when it goes out, so that no copy of the secret waits anywhere; null when it is not to be sent any more. */
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
  const inviter = found.inviter ?? 'Somebody'
  return composeMail({
    productName,
    to: invite.email,
    subject: `${inviter} invites you to ${organization}`,
    paragraphs: [
      `${inviter} invites you to the organisation ${organization} on ${productName}, as ${invite.role}.`,
      `The invitation is open until ${invite.expiresAt.toUTCString()}.`,
    ],
    action: { label: 'See the invitation', url: `${publicUrl}/invite/${invite.id}#${inviteSecretOf(secret, invite)}` },
    reason: 'You get this mail because somebody typed your address. If you do not know them, ignore it.',
  })
}
