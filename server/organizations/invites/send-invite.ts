import { eq } from 'drizzle-orm'
import type { CallName } from '../../../src/contract/contract.ts'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import { roleLabel } from '../../../src/rules/roles.ts'
import { emailOwner } from '../../accounts/email-owner.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import type { CallContext } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { notifyUser, publishOrganizationEvents } from '../../live/outbox.ts'
import type { Tx } from '../../store/connection.ts'
import { invites } from '../../store/schema.ts'
import type { ChangeOptions } from '../change-organization.ts'
import { nameOf } from '../members/name-of.ts'
import type { OrganizationRow } from '../organization-wire.ts'
import { countSending } from './count-sending.ts'
import { hashOf, inviteSecretOf } from './invite-secret.ts'
import type { InviteRow } from './invite-wire.ts'

export interface InviteOptions extends ChangeOptions {
  /** The secret from which the secrets in links are derived. */
  secret: string
}

interface Sending {
  organization: OrganizationRow
  /** The invitation to send again, if there is one. */
  pending: InviteRow | undefined
  email: string
  role: RoleGroup
}

const OPEN_MS = 7 * 86_400_000

/** Writes the invitation with a new secret and enqueues its mail, in one transaction. */
export const sendInvite = async (
  tx: Tx,
  { mailer, secret }: InviteOptions,
  context: Pick<CallContext<CallName>, 'caller' | 'address'>,
  { organization, pending, email, role }: Sending,
): Promise<InviteRow> => {
  const sentAt = new Date()
  const { userId } = requireUser(context.caller)
  await countSending(tx, { organizationId: organization.id, userId, email })
  const id = pending?.id ?? (crypto.randomUUID() as InviteRow['id'])
  const sending = {
    role,
    sentAt,
    secretHash: hashOf(inviteSecretOf(secret, { id, sentAt })),
    invitedBy: userId,
    expiresAt: new Date(sentAt.getTime() + OPEN_MS),
  }
  const [row] = pending
    ? await tx.update(invites).set(sending).where(eq(invites.id, id)).returning()
    : await tx
        .insert(invites)
        .values({ id, organizationId: organization.id, email, ...sending })
        .returning()
  if (!row) throw new Error('The invitation was not written.')
  await mailer.send(tx, { kind: 'invite', inviteId: id, sentAtMs: sentAt.getTime() })
  await writeAudit(tx, context, {
    organizationId: organization.id,
    action: pending ? 'invite.sentAgain' : 'invite.sent',
    target: email,
    ...(pending && { before: { role: pending.role } }),
    after: { role },
  })
  await publishOrganizationEvents(tx, organization.id, { kind: 'membersChanged' })
  await notifyInvited(tx, row, organization, await nameOf(tx, userId))
  return row
}

const notifyInvited = async (tx: Tx, row: InviteRow, { id, name }: OrganizationRow, inviter: string): Promise<void> => {
  const invited = await emailOwner(tx, row.email)
  if (!invited) return
  await notifyUser(tx, invited, {
    type: 'info',
    title: `Invitation to ${name}`,
    message: `${inviter} invited you as ${roleLabel(row.role)}.`,
    additionalData: { inviteId: row.id, organizationId: id },
  })
}
