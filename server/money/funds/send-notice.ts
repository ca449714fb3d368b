import { and, eq } from 'drizzle-orm'
import type { OrganizationId, UserId } from '../../../src/contract/wire/common.ts'
import type { FundsNotice } from '../../../src/rules/funds/funds-state.ts'
import { noticeText } from '../../../src/rules/funds/notice-text.ts'
import { notifyMembers } from '../../live/outbox.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { rolesOf } from '../../organizations/members/require-membership.ts'
import type { Tx } from '../../store/connection.ts'
import { members, users } from '../../store/schema.ts'

export type NoticeMailer = Pick<Mailer, 'ready' | 'send' | 'nudge'>

interface Notice {
  organization: { id: OrganizationId; name: string; username: string }
  notice: FundsNotice
}

const NO_USER = '00000000-0000-0000-0000-000000000000' as UserId // No id of a user.

/** Notifies all members, and mails those who may pay, in the transaction that stores the new state. */
export const sendNotice = async (tx: Tx, mailer: NoticeMailer, { organization, notice }: Notice): Promise<void> => {
  const { type, title, message } = noticeText(notice)
  const { id, name, username } = organization
  if (notice.kind !== 'resumed')
    for (const to of await payersOf(tx, id))
      await mailer.send(tx, { kind: 'funds', to, organization: { name, username }, title, message })
  await notifyMembers(tx, id, NO_USER, {
    type,
    title: `${name}: ${title}`,
    message,
    additionalData: { subject: 'funds', organizationId: id },
  })
}

/** Only verified addresses get a mail. */
const payersOf = async (tx: Tx, organizationId: OrganizationId): Promise<string[]> => {
  const roles = await rolesOf(tx, organizationId)
  const rows = await tx
    .select({ email: users.email, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.organizationId, organizationId), eq(users.emailVerified, true)))
  return rows.flatMap(({ email, role }) => (email && roles(role).includes('billing.write') ? [email] : []))
}
