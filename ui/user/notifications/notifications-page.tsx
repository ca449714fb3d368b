import { selectNotifications } from '../../../src/notifications/notifications.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { useTitle } from '../../hooks/use-title.ts'
import { PageBody } from '../../parts/layout/page-body.tsx'
import { PageHeader } from '../../parts/navigation/page-header.tsx'
import { NotificationFilter } from './notification-filter.tsx'
import { NotificationPages } from './notification-pages.tsx'
import { ReadAllButton } from './read-all-button.tsx'
import { useNotificationFilter } from './use-notification-filter.ts'

export const NotificationsPage = () => {
  const { unread } = useSelected(selectNotifications)
  const filter = useNotificationFilter()
  useTitle('Notifications')
  return (
    <PageBody width="form">
      <PageHeader
        title="Notifications"
        text={unread === 0 ? 'All read' : `${unread} unread`}
        actions={<ReadAllButton />}
      />
      <NotificationFilter {...filter} />
      <NotificationPages key={JSON.stringify(filter.input)} input={filter.input} />
    </PageBody>
  )
}
