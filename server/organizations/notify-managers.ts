import { and, eq, inArray, ne } from 'drizzle-orm'
import type { NotificationCategory } from '../../src/contract/wire/organization.ts'
import type { Caller } from '../http/handler.ts'
import { requireUser } from '../http/require-user.ts'
import type { Mailer } from '../mail/mailer.ts'
import type { Tx } from '../store/connection.ts'
import { members, users } from '../store/schema.ts'
import type { OrganizationRow } from './organization-wire.ts'

/**
 * Mails an event to an organisation's owners and administrators, except the one who caused it, if the category is
 * enabled. Only verified addresses get a mail.
 */
export const notifyManagers = async (
  tx: Tx,
  mailer: Mailer,
  {
    organization,
    category,
    message,
    by,
  }: {
    organization: OrganizationRow
    category: NotificationCategory
    message: string
    by: Caller
  },
): Promise<void> => {
  if (!organization.notificationCategories.includes(category)) return
  const { id, name, username } = organization
  const rows = await tx
    .select({ email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.organizationId, id),
        inArray(members.role, ['owner', 'admin']),
        eq(users.emailVerified, true),
        ne(members.userId, requireUser(by).userId),
      ),
    )
  for (const { email } of rows)
    if (email)
      await mailer.send(tx, { kind: 'organizationUpdate', to: email, organization: { name, username }, message })
}
