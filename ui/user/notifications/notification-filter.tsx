import { Select } from '../../parts/choices/select.tsx'
import { Switch } from '../../parts/choices/switch.tsx'
import { Row } from '../../parts/layout/row.tsx'
import type { NotificationType, useNotificationFilter } from './use-notification-filter.ts'

const all = 'all'
const options: { value: NotificationType | typeof all; label: string }[] = [
  { value: all, label: 'All types' },
  { value: 'error', label: 'Errors' },
  { value: 'warning', label: 'Warnings' },
  { value: 'success', label: 'Success' },
  { value: 'info', label: 'Info' },
]

type Filter = Omit<ReturnType<typeof useNotificationFilter>, 'input'>

export const NotificationFilter = ({ type, isUnreadOnly, chooseType, chooseUnread }: Filter) => (
  <Row justify="between" align="center" gap={4} wrap>
    <Select
      label="Type"
      labelHidden
      options={options}
      neutral={all}
      value={type ?? all}
      onChange={(next) => chooseType(next === all ? null : next)}
    />
    <Switch label="Unread only" checked={isUnreadOnly} onChange={({ target }) => chooseUnread(target.checked)} />
  </Row>
)
