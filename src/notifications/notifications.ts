import type { Draft } from 'immer'
import type { CallMessage } from '../contract/call-message.ts'
import type { Notification } from '../contract/wire/notification.ts'
import { slice } from '../core/slice.ts'
import { forgetWithPerson, type SessionMessage } from '../session/session-message.ts'
import type { NotificationMessage } from './notification-message.ts'

/** The newest notifications, and how many of them came since the list was last looked at. */
export interface Notifications {
  rows: Notification[]
  unseen: number
}

const none: Notifications = { rows: [], unseen: 0 }
const MOST = 50

/** The same notification comes by the stream and by the list; the list knows better whether it was read. */
const merge = (draft: Draft<Notifications>, incoming: readonly Notification[]): undefined => {
  const byId = new Map([...draft.rows, ...incoming].map((row) => [row._id, row]))
  draft.rows = [...byId.values()].sort((a, b) => b.sequence - a.sequence).slice(0, MOST)
}

export const notifications = slice<Notifications, CallMessage | SessionMessage | NotificationMessage>(none, {
  'api/readNotifications.answered': (draft, { answer }) => merge(draft, answer.notifications),
  'sse/notified': (draft, { notification }) => {
    if (draft.rows.some((row) => row._id === notification._id)) return
    merge(draft, [notification])
    draft.unseen += 1
  },
  'ui/notificationsSeen': (draft) => {
    draft.unseen = 0
  },
  ...forgetWithPerson(() => none),
})

export const selectNotifications = (state: { notifications: Notifications }): Notifications => state.notifications
