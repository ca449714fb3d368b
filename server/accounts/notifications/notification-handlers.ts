import { and, eq, sql } from 'drizzle-orm'
import type { notificationCalls } from '../../../src/contract/calls/notification-calls.ts'
import type { UserId } from '../../../src/contract/wire/common.ts'
import type { Handlers } from '../../http/handler.ts'
import { requireUser } from '../../http/require-user.ts'
import type { Store } from '../../store/connection.ts'
import { notifications } from '../../store/schema.ts'
import { readNotifications } from './read-notifications.ts'
import { unreadOf } from './unread-of.ts'

export const notificationHandlers = ({ db }: Pick<Store, 'db'>): Handlers<keyof typeof notificationCalls> => ({
  readNotifications: ({ caller, input }) => readNotifications(db, requireUser(caller).userId, input),

  markNotificationRead: async ({ caller, input: { id } }) => {
    const { userId } = requireUser(caller)
    await db
      .update(notifications)
      .set({ read: true })
      .where(and(isUnreadOf(userId), eq(notifications.id, id)))
    return unreadOf(db, userId)
  },

  markAllNotificationsRead: async ({ caller }) => {
    const { userId } = requireUser(caller)
    await db.update(notifications).set({ read: true }).where(isUnreadOf(userId))
    return unreadOf(db, userId)
  },
})

const isUnreadOf = (userId: UserId) => and(eq(notifications.userId, userId), sql`not ${notifications.read}`)
