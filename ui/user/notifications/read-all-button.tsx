import { CheckCheck } from 'lucide-react'
import { selectNotifications } from '../../../src/notifications/notifications.ts'
import { useAsk } from '../../app/use-ask.ts'
import { useSelected } from '../../app/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'

export const ReadAllButton = ({ size = 'medium' }: { size?: 'small' | 'medium' }) => {
  const { ask, isRunning } = useAsk('markAllNotificationsRead')
  const { unread } = useSelected(selectNotifications)
  return (
    <Button size={size} icon={<CheckCheck />} busy={isRunning} disabled={unread === 0} onClick={() => ask({})}>
      Mark all as read
    </Button>
  )
}
