import { Bell } from 'lucide-react'
import { useState } from 'react'
import { selectNotifications } from '../../../src/notifications/notifications.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { later } from '../../parts/later/later.tsx'
import { Popover } from '../../parts/overlay/popover.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { LostPiece } from '../later/lost-piece.tsx'
import { useSelected } from '../use-selected.ts'
import css from './notifications-bell.module.css'

const NotificationList = later(() => import('./notification-list.tsx'), 'NotificationList', {
  waiting: <SkeletonRows rows={3} columns={1} />,
  lost: (lost) => <LostPiece {...lost} />,
})

const MOST_SHOWN = 99

export const NotificationsBell = () => {
  const [open, setOpen] = useState(false)
  const { unread } = useSelected(selectNotifications)
  const icon = (
    <span className={css.bell}>
      <Bell />
      {unread > 0 && <span className={css.count}>{unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}</span>}
    </span>
  )
  return (
    <Popover
      title="Notifications"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'} icon={icon} />}
    >
      <NotificationList onLeave={() => setOpen(false)} />
    </Popover>
  )
}
