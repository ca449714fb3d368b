import { eq } from 'drizzle-orm'
import { writeAudit } from '../../audit/write-audit.ts'
import type { CallContext } from '../../http/handler.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { invites } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization } from '../change-organization.ts'
import { pendingInvite } from './invite-member.ts'

/** Revokes a pending invitation; its link stops working. */
export const removeInvite = (
  options: ChangeOptions,
  context: CallContext<'removeInvite'>,
): Promise<{ message: string }> =>
  changeOrganization(options, context, 'members.write', async (tx, organization, { roles, checkGrant }) => {
    const { id, email, role } = await pendingInvite(tx, organization, context.input.inviteId)
    checkGrant(roles(role))
    await tx.update(invites).set({ status: 'revoked' }).where(eq(invites.id, id))
    await writeAudit(tx, context, {
      organizationId: organization.id,
      action: 'invite.revoked',
      target: email,
      before: { role },
    })
    await publishOrganizationEvents(tx, organization.id, { kind: 'membersChanged' })
    return { message: 'The invitation was removed' }
  })
