import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { User } from '../../src/contract/wire/account.ts'
import type { OrganizationId, UserId } from '../../src/contract/wire/common.ts'
import { ApiError } from '../http/api-error.ts'
import { organizationWire } from '../organizations/organization-wire.ts'
import type { DbOrTx } from '../store/connection.ts'
import { loginConnections, members, organizations, users } from '../store/schema.ts'
import { unreadCount } from './notifications/unread-of.ts'
import { userWire } from './user-wire.ts'

/** Returns a user with their organisations in the order of joining; with `only`, without any other organisation. */
export const readUser = async (db: DbOrTx, userId: UserId, only?: OrganizationId): Promise<User> => {
  const [user] = await db
    .select({ ...getTableColumns(users), unreadCount })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throw new ApiError('sessionEnded')
  const memberships = await db
    .select({ organization: organizations, role: members.role })
    .from(members)
    .innerJoin(organizations, eq(organizations.id, members.organizationId))
    .where(
      and(
        eq(members.userId, userId),
        isNull(organizations.deletedAt),
        only === undefined ? undefined : eq(organizations.id, only),
      ),
    )
    .orderBy(asc(members.createdAt), asc(organizations.username))
  const connections = await db
    .select()
    .from(loginConnections)
    .where(eq(loginConnections.userId, userId))
    .orderBy(asc(loginConnections.createdAt), asc(loginConnections.provider))
  return userWire(
    user,
    memberships.map(({ organization, role }) => organizationWire(organization, role)),
    connections,
  )
}
