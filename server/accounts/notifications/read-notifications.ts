import { and, count, desc, eq } from 'drizzle-orm'
import type { ParsedOf, ResponseOf } from '../../../src/contract/contract.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { notifications } from '../../store/schema.ts'
import { notificationWire } from './notification-wire.ts'
import { unreadOf } from './unread-of.ts'

export const readNotifications = async (
  db: DbOrTx,
  userId: UserId,
  { skip, limit, type, unread }: ParsedOf<'readNotifications'>,
): Promise<ResponseOf<'readNotifications'>> => {
  const matching = and(
    eq(notifications.userId, userId),
    type && eq(notifications.type, type),
    unread && eq(notifications.read, unread === 'n'),
  )
  const rows = await db
    .select()
    .from(notifications)
    .where(matching)
    .orderBy(desc(notifications.sequence))
    .offset(skip)
    .limit(limit)
  const [total] = await db.select({ count: count() }).from(notifications).where(matching)
  return {
    notifications: rows.map(notificationWire),
    totalCount: total?.count ?? 0,
    ...(await unreadOf(db, userId)),
  }
}
