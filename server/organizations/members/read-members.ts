import { asc, eq } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { MemberWithRole } from '../../../src/contract/wire/role.ts'
import type { Db } from '../../store/connection.ts'
import { members, users } from '../../store/schema.ts'

/** Returns all members at once, because the console searches and sorts the list itself. */
export const readMembers = async (
  db: Db,
  organizationId: OrganizationId,
  { withEmails }: { withEmails: boolean },
): Promise<MemberWithRole[]> => {
  const rows = await db
    .select({
      userId: users.id,
      roleGroup: members.role,
      username: users.username,
      name: users.name,
      avatar: users.avatar,
      email: users.email,
      emailVerified: users.emailVerified,
      joinedAt: members.createdAt,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(eq(members.organizationId, organizationId))
    .orderBy(asc(members.createdAt), asc(users.username))
  return rows.map(({ email, emailVerified, joinedAt, ...row }) => ({
    _id: row.userId,
    ...row,
    email: withEmails ? email : null,
    emailVerified: withEmails && email !== null && emailVerified,
    joinedAt: joinedAt.toISOString(),
  }))
}
