import type { Invite, InviteStatus } from '../../../src/contract/wire/invite.ts'
import type { invites } from '../../store/schema.ts'

export type InviteRow = typeof invites.$inferSelect

export const inviteWire = (row: InviteRow): Invite => ({
  inviteId: row.id,
  status: statusOf(row),
  email: row.email,
  role: row.role,
  sentAt: row.sentAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

/** Computes the expiry from the time: no row is updated when an invitation expires. */
export const statusOf = ({ status, expiresAt }: Pick<InviteRow, 'status' | 'expiresAt'>): InviteStatus =>
  status === 'pending' && expiresAt.getTime() <= Date.now() ? 'expired' : status
