import { eq, sql } from 'drizzle-orm'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { users } from '../../store/schema.ts'

/** Subquery for a select from `user`: the number of the user's unread notifications. */
export const unreadCount = sql<number>`(
  select count(*)::int from notification where notification.user_id = "user".id and not notification.read
)`

export const unreadOf = async (db: DbOrTx, userId: UserId): Promise<{ unreadCount: number; sequence: number }> => {
  const [found] = await db
    .select({ unreadCount, sequence: users.notificationSequence })
    .from(users)
    .where(eq(users.id, userId))
  return found ?? { unreadCount: 0, sequence: 0 }
}
