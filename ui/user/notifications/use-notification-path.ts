import type { Notification } from '../../../src/contract/wire/notification.ts'
import { notificationPath } from '../../../src/notifications/notification-path.ts'
import { selectUser } from '../../../src/organizations/organizations.ts'
import { useSelected } from '../../hooks/use-selected.ts'

/** Returns a function that returns the path of what a notification is about. */
export const useNotificationPath = () => {
  const organizations = useSelected(selectUser)?.organizations ?? []
  return (data: Notification['additionalData']) => notificationPath(data, organizations)
}
