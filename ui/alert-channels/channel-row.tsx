import { History, KeyRound, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AlertChannel } from '../../src/contract/wire/alerts/alert-channel.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { LinkButton } from '../parts/actions/link-button.tsx'
import { Row } from '../parts/layout/row.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Badge } from '../parts/state/badge.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { Text } from '../parts/text/text.tsx'
import css from './alert-channels.module.css'
import { ChannelDialog } from './channel-dialog.tsx'
import { channelTypeLabels } from './channel-texts.ts'
import { RotateSecretDialog } from './rotate-secret-dialog.tsx'
import { TestDialog } from './test-dialog.tsx'

export const ChannelRow = ({ channel }: { channel: AlertChannel }) => {
  const { _id: id, name, type, shownUrl } = channel
  const blocked = useBlocked('instances.write')
  const { to } = useUrlQuery()
  const [opened, setOpened] = useState<'edit' | 'test' | 'rotate' | 'delete' | null>(null)
  const { mutate, isRunning, failure } = useMutation('deleteAlertChannel')
  const close = () => setOpened(null)
  return (
    <li className={css.row}>
      <div className={css.facts}>
        <Row gap={2} wrap>
          <Text weight="medium">{name}</Text>
          <Badge>{channelTypeLabels[type]}</Badge>
          <ChannelState channel={channel} />
        </Row>
        <Text size="sm" tone="muted" mono>
          {shownUrl}
        </Text>
        {channel.problem !== '' && (
          <Text size="sm" tone="bad">
            {channel.problem}
          </Text>
        )}
      </div>
      <Row gap={2} wrap>
        <LinkButton size="small" icon={<History />} to={to({ channel: id, page: '', delivery: '' })}>
          Deliveries
        </LinkButton>
        {blocked === undefined && (
          <>
            <IconButton label={`Send a test to ${name}`} icon={<Send />} onClick={() => setOpened('test')} />
            {type === 'webhook' && (
              <IconButton
                label={`Replace the signing secret of ${name}`}
                icon={<KeyRound />}
                onClick={() => setOpened('rotate')}
              />
            )}
            <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={() => setOpened('edit')} />
            <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={() => setOpened('delete')} />
          </>
        )}
      </Row>
      {opened === 'edit' && <ChannelDialog organizationId={channel.organizationId} channel={channel} onClose={close} />}
      {opened === 'test' && <TestDialog channel={channel} onClose={close} />}
      {opened === 'rotate' && <RotateSecretDialog channel={channel} onClose={close} />}
      {opened === 'delete' && (
        <Confirm
          title={`Delete ${name}?`}
          confirmLabel="Delete channel"
          busy={isRunning}
          failure={failure}
          failureTitle="The channel could not be deleted"
          onConfirm={() => mutate({ id })}
          onClose={close}
        >
          Alerts are no longer sent to it. Its deliveries, and those that wait, are deleted too.
        </Confirm>
      )}
    </li>
  )
}

const ChannelState = ({ channel: { isEnabled, failingSince, lastDeliveredAt } }: { channel: AlertChannel }) => {
  if (!isEnabled) return <Badge tone="warn">Disabled</Badge>
  if (failingSince)
    return (
      <Badge tone="bad">
        Failing since <RelativeTime at={failingSince} />
      </Badge>
    )
  return lastDeliveredAt ? (
    <Badge tone="good">
      Delivered <RelativeTime at={lastDeliveredAt} />
    </Badge>
  ) : null
}
