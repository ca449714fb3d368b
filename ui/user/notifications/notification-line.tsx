import { Check } from 'lucide-react'
import type { Notification } from '../../../src/contract/wire/notification.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { useRestoreFocus } from '../../parts/focus/use-restore-focus.ts'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import css from './notification-line.module.css'

const kinds: Record<Notification['type'], string> = {
  error: 'Error',
  warning: 'Warning',
  success: 'Success',
  info: 'Info',
}

export const NotificationLine = ({ _id, title, message, description, type, createdAt, read }: Notification) => {
  const { mutate } = useMutation('markNotificationRead')
  const restoreFocus = useRestoreFocus()
  return (
    <li {...restoreFocus} className={css.line} data-type={type} data-unread={!read || undefined}>
      <div className={css.content}>
        <p className={css.title}>
          <HiddenText>
            {read ? '' : 'Unread. '}
            {kinds[type]}:{' '}
          </HiddenText>
          {title}
        </p>
        <p className={css.text}>{message || description}</p>
        <p className={css.when}>
          <RelativeTime at={createdAt} />
        </p>
      </div>
      {!read && (
        <IconButton
          label={`Mark as read: ${title}`}
          title="Mark as read"
          size="small"
          icon={<Check />}
          onClick={() => mutate({ id: _id })}
        />
      )}
    </li>
  )
}
