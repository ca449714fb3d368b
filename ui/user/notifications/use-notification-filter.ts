import type { InputOf } from '../../../src/contract/contract.ts'
import { type Notification, notificationTypes } from '../../../src/contract/wire/notification.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'

export type NotificationType = Notification['type']

/** Reads the filter from the address. */
export const useNotificationFilter = () => {
  const { query, choose } = useUrlQuery()
  const type = notificationTypes.find((known) => known === query.get('type'))
  const isUnreadOnly = query.get('unread') === 'y'
  const input: Pick<InputOf<'readNotifications'>, 'type' | 'unread'> = {
    ...(type && { type }),
    ...(isUnreadOnly && { unread: 'y' }),
  }
  return {
    input,
    type: type ?? null,
    isUnreadOnly,
    chooseType: (next: NotificationType | null) => choose({ type: next ?? '' }),
    chooseUnread: (only: boolean) => choose({ unread: only ? 'y' : '' }),
  }
}
