import { and, eq } from 'drizzle-orm'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import { roleLabel } from '../../../src/rules/roles.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { notifyUser, publishOrganizationEvents } from '../../live/outbox.ts'
import type { Tx } from '../../store/connection.ts'
import { members } from '../../store/schema.ts'
import { type ChangeOptions, changeOrganization } from '../change-organization.ts'
import { revokeUnauthorizedInvites } from '../invites/sender-rights.ts'
import { nameOf } from './name-of.ts'
import { requireAnotherOwner, roleOf } from './require-membership.ts'

type Context = CallContext<'setRoleGroupPermissions'>

/** Changes a member's role. Neither the old nor the new role may have more permissions than the caller. */
export const changeRole = (options: ChangeOptions, context: Context, userId: UserId): Promise<{ message: string }> =>
  changeOrganization(
    options,
    context,
    'members.write',
    async (tx, { id, name: organization }, { roles, checkGrant }) => {
      const after = context.input.roleGroupName
      const before = await roleOf(tx, id, userId)
      if (!before) throw new ApiError('notFound', { message: 'This user is not a member.' })
      checkGrant(roles(before))
      checkGrant(roles(after))
      if (before !== after) await give(tx, { id, userId, before, after, organization }, context)
      return { message: 'The role was changed' }
    },
  )

interface Change {
  id: OrganizationId
  userId: UserId
  before: RoleGroup
  after: RoleGroup
  organization: string
}

const give = async (tx: Tx, { id, userId, before, after, organization }: Change, context: Context): Promise<void> => {
  if (before === 'owner') await requireAnotherOwner(tx, id)
  await tx
    .update(members)
    .set({ role: after })
    .where(and(eq(members.organizationId, id), eq(members.userId, userId)))
  await writeAudit(tx, context, {
    organizationId: id,
    action: 'member.roleChanged',
    target: await nameOf(tx, userId),
    before: { userId, role: before },
    after: { userId, role: after },
  })
  await revokeUnauthorizedInvites(tx, context, id)
  await publishOrganizationEvents(tx, id, { kind: 'membersChanged' })
  if (userId === requireUser(context.caller).userId) return
  await notifyUser(tx, userId, {
    type: 'info',
    title: organization,
    message: `Your role is now ${roleLabel(after)}.`,
    additionalData: { organizationId: id },
  })
}
