import { count, desc, eq } from 'drizzle-orm'
import type { AnswerOf } from '../../src/contract/contract.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import type { DbOrTx } from '../store/connection.ts'
import { notifications } from '../store/schema.ts'
import { notificationWire } from './notification-wire.ts'

export const readNotifications = async (
  db: DbOrTx,
  userId: UserId,
  page: { skip: number; limit: number },
): Promise<AnswerOf<'readNotifications'>> => {
  const mine = eq(notifications.userId, userId)
  const rows = await db
    .select()
    .from(notifications)
    .where(mine)
    .orderBy(desc(notifications.sequence))
    .offset(page.skip)
    .limit(page.limit)
  const [total] = await db.select({ count: count() }).from(notifications).where(mine)
  return { notifications: rows.map(notificationWire), totalCount: total?.count ?? 0 }
}
