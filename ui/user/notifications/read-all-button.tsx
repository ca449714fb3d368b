import { CheckCheck } from 'lucide-react'
import { selectNotifications } from '../../../src/notifications/notifications.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'

export const ReadAllButton = ({ size = 'medium' }: { size?: 'small' | 'medium' }) => {
  const { mutate, isRunning } = useMutation('markAllNotificationsRead')
  const { unread } = useSelected(selectNotifications)
  return (
    <Button size={size} icon={<CheckCheck />} busy={isRunning} disabled={unread === 0} onClick={() => mutate({})}>
      Mark all as read
    </Button>
  )
}
