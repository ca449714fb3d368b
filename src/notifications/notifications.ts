import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { Notification } from '../contract/wire/notification.ts'
import { slice } from '../core/slice.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'
import type { NotificationMessage } from './notification-message.ts'

/** The newest notifications, and the total unread count. */
export interface Notifications {
  rows: Notification[]
  unread: number
  /** The sequence number of the newest notification that `unread` includes. */
  counted: number
}

const none: Notifications = { rows: [], unread: 0, counted: 0 }
const MAX_ROWS = 50

interface Count {
  unreadCount: number
  sequence: number
}

/** A notification may arrive by stream and by list; the incoming row replaces the known one. */
const merge = (draft: Draft<Notifications>, incoming: readonly Notification[]): undefined => {
  const byId = new Map([...draft.rows, ...incoming].map((row) => [row._id, row]))
  draft.rows = [...byId.values()].sort((a, b) => b.sequence - a.sequence).slice(0, MAX_ROWS)
}

/** Ignores a count that is older than the current one. */
const count = (draft: Draft<Notifications>, { unreadCount, sequence }: Count): undefined => {
  if (sequence < draft.counted) return
  draft.unread = unreadCount
  draft.counted = sequence
}

/** Marks a notification as read; with a null id, all that the count includes. */
const read = (draft: Draft<Notifications>, id: string | null, counted: Count): undefined => {
  for (const row of draft.rows) if (row._id === id || (id === null && row.sequence <= counted.sequence)) row.read = true
  count(draft, counted)
}

export const notifications = slice<Notifications, CallMessage | SessionMessage | NotificationMessage>(none, {
  'api/readProfile.succeeded': (draft, { response }) => count(draft, response.user.notifications),
  'api/readNotifications.succeeded': (draft, { input, response }) => {
    // A filtered or later page would leave gaps among the newest.
    const areNewest = !input.skip && input.type === undefined && input.unread === undefined
    if (areNewest) merge(draft, response.notifications)
    count(draft, response)
  },
  'sse/notified': (draft, { notification }) => {
    if (draft.rows.some((row) => row._id === notification._id)) return
    merge(draft, [notification])
    if (notification.sequence > draft.counted)
      count(draft, { unreadCount: draft.unread + (notification.read ? 0 : 1), sequence: notification.sequence })
  },
  'api/markNotificationRead.succeeded': (draft, { input, response }) => read(draft, input.id, response),
  'api/markAllNotificationsRead.succeeded': (draft, { response }) => read(draft, null, response),
  'tab/notificationsRead': (draft, { id, ...counted }) => read(draft, id, counted),
  ...resetOnUserChange(() => none),
})

export const selectNotifications = (state: { notifications: Notifications }): Notifications => state.notifications
