import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Tx } from '../../store/connection.ts'
import { inviteSendings } from '../../store/schema.ts'

interface Sending {
  organizationId: OrganizationId
  userId: UserId
  email: string
}

const SENT_PER_HOUR = 60
const KEY = 0x10e0_9137

/**
 * Limits the invitation mails of an organisation and of a user over all organisations. Mails count whatever became of
 * their invitations.
 */
export const countSending = async (tx: Tx, sending: Sending): Promise<void> => {
  const { organizationId, userId, email } = sending
  // Serialises a user's sendings across organisations; the organisation is locked already.
  await tx.execute(sql`select pg_advisory_xact_lock(${KEY}, hashtext(${userId}))`)
  const { sentAt } = inviteSendings
  const byMembers = eq(inviteSendings.organizationId, organizationId)
  const sentByUser = eq(inviteSendings.userId, userId)
  const sameAddress = and(or(byMembers, sentByUser), eq(inviteSendings.email, email))
  if (await tx.$count(inviteSendings, and(sameAddress, gt(sentAt, sql`now() - interval '1 minute'`))))
    throw new ApiError('tooMany', {
      message: 'An invitation was just sent to this address. Wait a minute and try again.',
    })
  const lately = gt(sentAt, sql`now() - interval '1 hour'`)
  const sent = Math.max(
    await tx.$count(inviteSendings, and(byMembers, lately)),
    await tx.$count(inviteSendings, and(sentByUser, lately)),
  )
  if (sent >= SENT_PER_HOUR)
    throw new ApiError('tooMany', {
      message: `You can send at most ${SENT_PER_HOUR} invitations an hour. Try again later.`,
    })
  await tx.insert(inviteSendings).values(sending)
}
