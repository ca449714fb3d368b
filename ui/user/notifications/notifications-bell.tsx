import { Bell } from 'lucide-react'
import { useState } from 'react'
import { selectNotifications } from '../../../src/notifications/notifications.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { lazy } from '../../parts/lazy/lazy.tsx'
import { Popover } from '../../parts/overlay/popover.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { ChunkLoadError } from '../../shell/lazy/chunk-load-error.tsx'
import css from './notifications-bell.module.css'

const NotificationList = lazy(() => import('./notification-list.tsx'), 'NotificationList', {
  waiting: <SkeletonRows rows={3} columns={1} />,
  loadError: (loadError) => <ChunkLoadError {...loadError} />,
})

const MAX_VISIBLE = 99

export const NotificationsBell = () => {
  const [open, setOpen] = useState(false)
  const { unread } = useSelected(selectNotifications)
  const icon = (
    <span className={css.bell}>
      <Bell />
      {unread > 0 && <span className={css.count}>{unread > MAX_VISIBLE ? `${MAX_VISIBLE}+` : unread}</span>}
    </span>
  )
  return (
    <Popover
      title="Notifications"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'} icon={icon} />}
    >
      <NotificationList onClose={() => setOpen(false)} />
    </Popover>
  )
}
