import type { Notification } from '../contract/wire/notification.ts'

export type NotificationMessage =
  | { type: 'sse/notified'; notification: Notification; atMs: number }
  | { type: 'sse/connectionChanged'; open: boolean }
  /** One was read in another tab; with no id, all were. */
  | { type: 'tab/notificationsRead'; id: string | null; unreadCount: number; sequence: number }
