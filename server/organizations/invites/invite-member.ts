import { and, eq } from 'drizzle-orm'
import type { Invite } from '../../../src/contract/wire/invite.ts'
import type { RoleGroup } from '../../../src/contract/wire/role.ts'
import { emailOwner } from '../../accounts/email-owner.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import type { Tx } from '../../store/connection.ts'
import { invites } from '../../store/schema.ts'
import { changeOrganization } from '../change-organization.ts'
import { roleOf } from '../members/require-membership.ts'
import type { OrganizationRow } from '../organization-wire.ts'
import { type InviteRow, inviteWire } from './invite-wire.ts'
import { type InviteOptions, sendInvite } from './send-invite.ts'

/** Invites a user by mail. A pending invitation gets a new mail and the role given now. */
export const inviteMember = (
  options: InviteOptions,
  context: CallContext<'inviteMember'>,
): Promise<{ invite: Invite }> =>
  changeOrganization(options, context, 'members.write', async (tx, organization, { roles, checkGrant }) => {
    const { userEmail: email, roleGroupName: role } = context.input
    if (!options.mailer.isSetUp) throw new ApiError('mailNotSetUp')
    checkGrant(roles(role))
    await rejectExistingMember(tx, organization, email)
    const pending = await pendingFor(tx, organization, email)
    if (pending) checkGrant(roles(pending.role))
    return { invite: inviteWire(await sendInvite(tx, options, context, { organization, pending, email, role })) }
  })

/** Sends a pending invitation again, even if it has expired. */
export const resendInvite = (
  options: InviteOptions,
  context: CallContext<'resendInvite'>,
): Promise<{ invite: Invite }> =>
  changeOrganization(options, context, 'members.write', async (tx, organization, { roles, checkGrant }) => {
    if (!options.mailer.isSetUp) throw new ApiError('mailNotSetUp')
    const pending = await pendingInvite(tx, organization, context.input.inviteId)
    checkGrant(roles(pending.role))
    const { email, role } = pending
    return { invite: inviteWire(await sendInvite(tx, options, context, { organization, pending, email, role })) }
  })

/** Returns a pending invitation; throws `notFound` if there is none, and `inviteOver` if it is no longer pending. */
export const pendingInvite = async (tx: Tx, { id }: OrganizationRow, inviteId: InviteRow['id']): Promise<InviteRow> => {
  const [row] = await tx
    .select()
    .from(invites)
    .where(and(eq(invites.id, inviteId), eq(invites.organizationId, id)))
  if (!row) throw new ApiError('notFound')
  if (row.status !== 'pending') throw new ApiError('inviteOver')
  return row
}

const pendingFor = async (tx: Tx, { id }: OrganizationRow, email: string): Promise<InviteRow | undefined> => {
  const [row] = await tx
    .select()
    .from(invites)
    .where(and(eq(invites.organizationId, id), eq(invites.email, email), eq(invites.status, 'pending')))
  return row
}

const rejectExistingMember = async (tx: Tx, { id }: OrganizationRow, email: string): Promise<void> => {
  const known = await emailOwner(tx, email)
  const role: RoleGroup | undefined = known ? await roleOf(tx, id, known) : undefined
  if (!role) return
  const { message } = new ApiError('alreadyMember')
  throw new ApiError('alreadyMember', { fields: [{ field: 'userEmail', message }] })
}
