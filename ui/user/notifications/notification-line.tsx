import { Check } from 'lucide-react'
import type { Notification } from '../../../src/contract/wire/notification.ts'
import { useAsk } from '../../app/use-ask.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { useKeptFocus } from '../../parts/focus/use-kept-focus.ts'
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
  const { ask } = useAsk('markNotificationRead')
  const keptFocus = useKeptFocus()
  return (
    <li {...keptFocus} className={css.line} data-type={type} data-unread={!read || undefined}>
      <div className={css.words}>
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
          onClick={() => ask({ id: _id })}
        />
      )}
    </li>
  )
}
