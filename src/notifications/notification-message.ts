import type { OrganizationId } from '../contract/wire/common.ts'
import type { Notification } from '../contract/wire/notification.ts'
import type { NotificationCategory } from '../contract/wire/organization.ts'

export type NotificationMessage =
  | { type: 'sse/notified'; notification: Notification; atMs: number }
  | { type: 'sse/connectionChanged'; open: boolean }
  /** A notification was read in another tab; null: all of them. */
  | { type: 'tab/notificationsRead'; id: string | null; unreadCount: number; sequence: number }
  /** All mail categories of an organisation; each change is a separate call, identified by `requestId`. */
  | {
      type: 'ui/mailPreferencesChosen'
      organizationId: OrganizationId
      categories: readonly NotificationCategory[]
      requestId: string
    }
