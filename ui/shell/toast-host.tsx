import { selectNotifications } from '../../src/notifications/notifications.ts'
import { selectToasts } from '../../src/toasts/toasts.ts'
import { useSend } from '../hooks/use-console.tsx'
import { useMutation } from '../hooks/use-mutation.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { Toasts } from '../parts/overlay/toasts.tsx'
import { useNotificationPath } from '../user/notifications/use-notification-path.ts'

/** The toast of a notification has its id, and leads where the notification leads. */
export const ToastHost = () => {
  const send = useSend()
  const { mutate } = useMutation('markNotificationRead')
  const { rows } = useSelected(selectNotifications)
  const notificationPath = useNotificationPath()
  const pathOf = (id: string) => {
    const notification = rows.find(({ _id }) => _id === id)
    return notification ? notificationPath(notification.additionalData) : null
  }
  return (
    <Toasts
      toasts={useSelected(selectToasts)}
      onClosed={(id) => send({ type: 'ui/toastClosed', id })}
      pathOf={pathOf}
      onOpened={(id) => mutate({ id })}
    />
  )
}
