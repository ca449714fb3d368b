import * as v from 'valibot'
import { call } from '../call.ts'
import { limit, skip, text, yesNo } from '../wire/common.ts'
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

/** Server-sent events, each with one notification. Not a call of the contract: a stream has no response to wait for. */
export const notificationStream = call({
  method: 'GET',
  path: 'user-notification',
  access: 'inSession',
  query: v.strictObject({
    /** Leaves out notifications that are addressed to other sessions. */
    sessionId: v.optional(text(100)),
  }),
  response: notification,
  summary: 'Receive notifications as they are created, as server-sent events.',
})
