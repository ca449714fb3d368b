import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import { Refused } from '../../http/refused.ts'
import type { Tx } from '../../store/connection.ts'
import { invites, members } from '../../store/schema.ts'
import type { OrganizationRow } from '../organization-wire.ts'

const SENT_AN_HOUR = 60

/** Counts an organisation's members together, and a person over all their organisations: neither shall flood anybody. */
export const refuseTooMany = async (tx: Tx, { id }: OrganizationRow, userId: UserId): Promise<void> => {
  const lately = gt(invites.sentAt, sql`now() - interval '1 hour'`)
  const theirs = tx.select({ id: members.organizationId }).from(members).where(eq(members.userId, userId))
  const sent = Math.max(
    await tx.$count(invites, and(eq(invites.organizationId, id), lately)),
    await tx.$count(invites, and(inArray(invites.organizationId, theirs), eq(invites.invitedBy, userId), lately)),
  )
  if (sent >= SENT_AN_HOUR)
    throw new Refused('tooMany', { words: `${SENT_AN_HOUR} invitations in an hour are the most. Try again later.` })
}
