import { Bell } from 'lucide-react'
import { useState } from 'react'
import { selectNotifications } from '../../../src/notifications/notifications.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Popover } from '../../parts/overlay/popover.tsx'
import { useSelected } from '../use-selected.ts'
import { useSend } from '../use-send.ts'
import { NotificationList } from './notification-list.tsx'
import css from './notifications-bell.module.css'

export const NotificationsBell = () => {
  const send = useSend()
  const [open, setOpen] = useState(false)
  const { unseen } = useSelected(selectNotifications)
  const change = (next: boolean) => {
    setOpen(next)
    send({ type: 'ui/notificationsSeen' })
  }
  const icon = (
    <span className={css.bell}>
      <Bell />
      {unseen > 0 && <span className={css.dot} />}
    </span>
  )
  return (
    <Popover
      title="Notifications"
      open={open}
      onOpenChange={change}
      trigger={<IconButton label={unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'} icon={icon} />}
    >
      <NotificationList />
    </Popover>
  )
}
