import { and, eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { mayGrant } from '../../../src/rules/roles.ts'
import { isAdmitted } from '../../accounts/admission.ts'
import { type Author, writeAudit } from '../../audit/write-audit.ts'
import type { Tx } from '../../store/connection.ts'
import { displayName } from '../../store/schema/user-schema.ts'
import { invites, members, users } from '../../store/schema.ts'
import { rolesOf } from '../members/require-membership.ts'
import type { InviteRow } from './invite-wire.ts'

interface PendingInvite {
  invite: InviteRow
  sender: string | null
  /**
   * Whether its sender could send it now: an admitted member with the permission to invite and to give this role.
   */
  isSenderAuthorized: boolean
}

/** Returns the pending invitations with their senders' current rights. Call this with the organisation locked. */
const pendingInvites = async (tx: Tx, organizationId: OrganizationId): Promise<PendingInvite[]> => {
  const rows = await tx
    .select({ invite: invites, role: members.role, sender: displayName })
    .from(invites)
    .leftJoin(users, and(eq(users.id, invites.invitedBy), isAdmitted()))
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.organizationId, invites.organizationId)))
    .where(and(eq(invites.organizationId, organizationId), eq(invites.status, 'pending')))
  const roles = await rolesOf(tx, organizationId)
  return rows.map(({ invite, role, sender }) => {
    const own = role ? roles(role) : []
    return { invite, sender, isSenderAuthorized: own.includes('members.write') && mayGrant(own, roles(invite.role)) }
  })
}

/** Returns whether an invitation may still be accepted: its sender could still give its role. */
export const isSenderAuthorized = async (tx: Tx, { id, organizationId }: InviteRow): Promise<boolean> =>
  (await pendingInvites(tx, organizationId)).some(
    ({ invite, isSenderAuthorized }) => invite.id === id && isSenderAuthorized,
  )

/**
 * Revokes pending invitations whose senders may no longer send them; call this after members, roles or permissions have
 * changed. Returns the number revoked.
 */
export const revokeUnauthorizedInvites = async (
  tx: Tx,
  author: Author,
  organizationId: OrganizationId,
): Promise<number> => {
  const unauthorized = (await pendingInvites(tx, organizationId)).filter(
    ({ isSenderAuthorized }) => !isSenderAuthorized,
  )
  for (const { invite, sender } of unauthorized) {
    await tx.update(invites).set({ status: 'revoked' }).where(eq(invites.id, invite.id))
    await writeAudit(tx, author, {
      organizationId,
      action: 'invite.revoked',
      target: invite.email,
      before: { role: invite.role, invitedBy: sender },
      after: { reason: 'The sender can no longer invite with this role.' },
    })
  }
  return unauthorized.length
}
