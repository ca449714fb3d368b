import { Check } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { Notification } from '../../../src/contract/wire/notification.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { useRestoreFocus } from '../../parts/focus/use-restore-focus.ts'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import css from './notification-line.module.css'
import { useNotificationPath } from './use-notification-path.ts'

const kinds: Record<Notification['type'], string> = {
  error: 'Error',
  warning: 'Warning',
  success: 'Success',
  info: 'Info',
}

type NotificationLineProps = Notification & { onOpen?: () => void }

/** Its title leads to its subject; opening that marks it as read. */
export const NotificationLine = ({ onOpen, ...notification }: NotificationLineProps) => {
  const { _id, title, message, description, type, createdAt, read, additionalData } = notification
  const { mutate } = useMutation('markNotificationRead')
  const path = useNotificationPath()(additionalData)
  const open = () => {
    if (!read) mutate({ id: _id })
    onOpen?.()
  }
  const restoreFocus = useRestoreFocus()
  return (
    <li {...restoreFocus} className={css.line} data-type={type} data-unread={!read || undefined}>
      <div className={css.content}>
        <p className={css.title}>
          <HiddenText>
            {read ? '' : 'Unread. '}
            {kinds[type]}:{' '}
          </HiddenText>
          {path === null ? (
            title
          ) : (
            <Link to={path} className={css.link} onClick={open}>
              {title}
            </Link>
          )}
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
