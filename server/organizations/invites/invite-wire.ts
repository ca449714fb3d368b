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

/** Time alone ends an invitation that nobody answered; no row is written for that. */
export const statusOf = ({ status, expiresAt }: Pick<InviteRow, 'status' | 'expiresAt'>): InviteStatus =>
  status === 'pending' && expiresAt.getTime() <= Date.now() ? 'expired' : status
