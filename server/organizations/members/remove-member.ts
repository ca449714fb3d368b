import { and, eq } from 'drizzle-orm'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { requireUser, sessionOf } from '../../http/require-user.ts'
import { deleteKeys } from '../../keys/delete-keys.ts'
import { notifyUser, publishOrganizationEvents } from '../../live/outbox.ts'
import { apiKeys, members, users } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization } from '../change-organization.ts'
import { revokeUnauthorizedInvites } from '../invites/sender-rights.ts'
import { notifyManagers } from '../notify-managers.ts'
import { nameOf } from './name-of.ts'
import { requireAnotherOwner, roleOf } from './require-membership.ts'

/**
 * Removes a member, or lets the caller leave. Also deletes the member's API tokens for the organisation and revokes
 * their pending invitations.
 */
export const removeMember = (
  options: ChangeOptions,
  context: CallContext<'removeMember'>,
): Promise<{ message: string }> => {
  const { userId } = context.input
  const isLeaving = userId === requireUser(context.caller).userId
  // An API token cannot end its own user's membership.
  if (isLeaving) sessionOf(context.caller)
  const needed = isLeaving ? 'organization.read' : 'members.write'
  return changeOrganization(options, context, needed, async (tx, organization, { roles, checkGrant }) => {
    const { id } = organization
    const role = await roleOf(tx, id, userId)
    if (!role) throw new ApiError('notFound', { message: 'This user is not a member.' })
    if (!isLeaving) checkGrant(roles(role))
    if (role === 'owner') await requireAnotherOwner(tx, id)

    await tx.delete(members).where(and(eq(members.organizationId, id), eq(members.userId, userId)))
    await deleteKeys(tx, context, and(eq(apiKeys.organizationId, id), eq(apiKeys.userId, userId)))
    await tx
      .update(users)
      .set({ defaultOrganization: null })
      .where(and(eq(users.id, userId), eq(users.defaultOrganization, id)))
    const name = await nameOf(tx, userId)
    await writeAudit(tx, context, {
      organizationId: id,
      action: isLeaving ? 'member.left' : 'member.removed',
      target: name,
      before: { userId, role },
    })
    await revokeUnauthorizedInvites(tx, context, id)
    await publishOrganizationEvents(tx, id, { kind: 'membersChanged' })
    if (!isLeaving)
      await notifyUser(tx, userId, {
        type: 'warning',
        title: organization.name,
        message: 'You are no longer a member.',
      })
    await notifyManagers(tx, options.mailer, {
      organization,
      category: 'members',
      message: isLeaving ? `${name} has left` : `${name} was removed`,
      by: context.caller,
    })
    return { message: isLeaving ? 'You have left the organisation' : 'The member was removed' }
  })
}
