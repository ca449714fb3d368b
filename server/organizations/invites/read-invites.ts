import { and, desc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { ReceivedInvite } from '../../../src/contract/wire/invite.ts'
import { ApiError } from '../../http/api-error.ts'
import type { CallContext } from '../../http/handler.ts'
import type { Db } from '../../store/connection.ts'
import { displayName } from '../../store/schema/user-schema.ts'
import { invites, organizations, users } from '../../store/schema.ts'
import { isSecretOf } from './invite-secret.ts'
import { type InviteRow, statusOf } from './invite-wire.ts'
import { verifiedEmailOf } from './verified-email.ts'

/**
 * Returns an invitation to a caller with its secret or its verified e-mail address; throws `notFound` for anyone else.
 */
export const readInvite = async (
  db: Db,
  { caller, input: { inviteId, secret } }: Pick<CallContext<'readInvite'>, 'caller' | 'input'>,
): Promise<ReceivedInvite> => {
  const [found] = await received(db, eq(invites.id, inviteId))
  if (!found) throw new ApiError('notFound')
  const isTheirs = isSecretOf(found.invite, secret) || (await verifiedEmailOf(db, caller)) === found.invite.email
  if (!isTheirs) throw new ApiError('notFound')
  return receivedWire(found)
}

export const readMyInvites = async (db: Db, { caller }: Pick<CallContext<'readMyInvites'>, 'caller'>) => {
  const email = await verifiedEmailOf(db, caller)
  if (email === null) return []
  const open = and(eq(invites.email, email), eq(invites.status, 'pending'), gt(invites.expiresAt, sql`now()`))
  return (await received(db, open)).map(receivedWire)
}

interface Found {
  invite: InviteRow
  name: string
  image: string | null
  inviter: string | null
}

const received = (db: Db, where: SQL | undefined): Promise<Found[]> =>
  db
    .select({ invite: invites, name: organizations.name, image: organizations.image, inviter: displayName })
    .from(invites)
    .innerJoin(organizations, and(eq(organizations.id, invites.organizationId), isNull(organizations.deletedAt)))
    .leftJoin(users, eq(users.id, invites.invitedBy))
    .where(where)
    .orderBy(desc(invites.sentAt))

const receivedWire = ({ invite, name, image, inviter }: Found): ReceivedInvite => ({
  inviteId: invite.id,
  organizationId: invite.organizationId,
  organization: { name, image },
  invitedBy: inviter,
  role: invite.role,
  status: statusOf(invite),
  email: masked(invite.email),
  expiresAt: invite.expiresAt.toISOString(),
})

const masked = (email: string): string => email.replace(/^(.).*(?=@)/, '$1•••')
