import type { Notification } from '../contract/wire/notification.ts'

export type NotificationMessage =
  | { type: 'sse/notified'; notification: Notification; atMs: number }
  | { type: 'sse/connectionChanged'; open: boolean }
  /** The list was opened or closed: what came so far was looked at. */
  | { type: 'ui/notificationsSeen' }
