import { and, eq } from 'drizzle-orm'
import type { InviteStatus } from '../../../src/contract/wire/invite.ts'
import { roleLabel } from '../../../src/rules/roles.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import type { Tx } from '../../store/connection.ts'
import { invites, members, organizations } from '../../store/schema.ts'
import type { ChangeOptions } from '../change-organization.ts'
import { isKnownAs } from '../is-known-as.ts'
import { lockOrganization } from '../lock-organization.ts'
import { nameOf } from '../members/name-of.ts'
import { roleOf } from '../members/require-membership.ts'
import { notifyManagers } from '../notify-managers.ts'
import type { OrganizationRow } from '../organization-wire.ts'
import { isSecretOf } from './invite-secret.ts'
import { type InviteRow, statusOf } from './invite-wire.ts'
import { isSenderAuthorized } from './sender-rights.ts'
import { verifiedEmailOf } from './verified-email.ts'

type Context = CallContext<'respondToInvite'>

/**
 * Accepts or declines an invitation, for a caller with its secret or its verified e-mail address. The organisation may
 * be named by one of its sub-organisations. Repeating the same response succeeds without a change.
 */
export const respondToInvite = async (
  { db, mailer }: ChangeOptions,
  context: Context,
): Promise<{ status: InviteStatus }> => {
  const { orgId, inviteId, status, secret } = context.input
  const { userId } = requireUser(context.caller)
  await mailer.ready()
  await db.transaction(async (tx) => {
    const [known] = await tx.select({ id: organizations.id }).from(organizations).where(isKnownAs(orgId))
    if (!known) throw new ApiError('notFound')
    const { id } = known
    const organization = await lockOrganization(tx, id).catch(notThere)
    const [invite] = await tx
      .select()
      .from(invites)
      .where(and(eq(invites.id, inviteId), eq(invites.organizationId, id)))
    const mayRespond =
      invite && (isSecretOf(invite, secret) || (await verifiedEmailOf(tx, context.caller)) === invite.email)
    if (!invite || !mayRespond) throw new ApiError('notFound')
    if (invite.status === 'accepted' && status === 'accepted' && invite.acceptedBy === userId)
      if (await roleOf(tx, id, userId)) return
    if (invite.status === 'declined' && status === 'declined') return
    if (statusOf(invite) !== 'pending') throw new ApiError('inviteOver')
    if (status === 'accepted' && !(await isSenderAuthorized(tx, invite))) throw new ApiError('inviteOver')
    if (status === 'accepted') await accept(tx, context, organization, invite, mailer)
    else await decline(tx, context, organization, invite)
    await publishOrganizationEvents(tx, id, { kind: 'membersChanged' })
  })
  mailer.nudge()
  return { status }
}

/** Hides from a guessing caller whether the organisation exists. */
const notThere = (error: unknown): never => {
  throw error instanceof ApiError ? new ApiError('notFound') : error
}

const accept = async (
  tx: Tx,
  context: Context,
  organization: OrganizationRow,
  { id, role, email }: InviteRow,
  mailer: ChangeOptions['mailer'],
): Promise<void> => {
  const { userId } = requireUser(context.caller)
  await tx.update(invites).set({ status: 'accepted', acceptedBy: userId }).where(eq(invites.id, id))
  // An existing member keeps their role.
  if (await roleOf(tx, organization.id, userId)) return
  await tx.insert(members).values({ organizationId: organization.id, userId, role })
  const name = await nameOf(tx, userId)
  await writeAudit(tx, context, {
    organizationId: organization.id,
    action: 'member.joined',
    target: name,
    after: { userId, role, invitedAs: email },
  })
  const message = `${name} has joined as ${roleLabel(role)}`
  await notifyManagers(tx, mailer, { organization, category: 'members', message, by: context.caller })
}

const decline = async (tx: Tx, context: Context, { id }: OrganizationRow, invite: InviteRow): Promise<void> => {
  await tx.update(invites).set({ status: 'declined' }).where(eq(invites.id, invite.id))
  await writeAudit(tx, context, {
    organizationId: id,
    action: 'invite.declined',
    target: invite.email,
    before: { role: invite.role },
  })
}
