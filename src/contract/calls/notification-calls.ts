import * as v from 'valibot'
import { call } from '../call.ts'
import { limit, skip, yesNo } from '../wire/common.ts'
import { notification, notificationTypes, unreadNotifications } from '../wire/notification.ts'

export const notificationCalls = {
  readNotifications: call({
    method: 'GET',
    path: 'user-notification/paginated',
    access: 'inSession',
    query: v.strictObject({
      skip,
      limit: limit(20),
      type: v.optional(v.picklist(notificationTypes)),
      unread: v.optional(yesNo),
    }),
    response: v.object({
      notifications: v.array(notification),
      /** Number of matching notifications. */
      totalCount: v.number(),
      ...unreadNotifications.entries,
    }),
    summary: 'List notifications, newest first.',
  }),
  markNotificationRead: call({
    method: 'PUT',
    path: 'user-notification/read/{id}',
    access: 'inSession',
    params: v.strictObject({ id: v.pipe(v.string(), v.uuid('Not a valid id.')) }),
    response: unreadNotifications,
    invalidates: ['readNotifications'],
    summary: 'Mark a notification as read.',
  }),
  markAllNotificationsRead: call({
    method: 'PUT',
    path: 'user-notification/read/all',
    access: 'inSession',
    response: unreadNotifications,
    invalidates: ['readNotifications'],
    summary: 'Mark all notifications as read.',
  }),
}
