import type { OrganizationId } from '../contract/wire/common.ts'
import type { Notification } from '../contract/wire/notification.ts'
import type { NotificationCategory } from '../contract/wire/organization.ts'

export type NotificationMessage =
  | { type: 'sse/notified'; notification: Notification; atMs: number }
  | { type: 'sse/connectionChanged'; open: boolean }
  /** One was read in another tab; with no id, all were. */
  | { type: 'tab/notificationsRead'; id: string | null; unreadCount: number; sequence: number }
  /** All that an organisation's managers are to be told of by mail; each press is a call of its own, named `ask`. */
  | {
      type: 'ui/mailPreferencesChosen'
      organizationId: OrganizationId
      categories: readonly NotificationCategory[]
      requestId: string
    }
