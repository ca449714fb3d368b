import { Bell, BellOff, Ellipsis, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Alert } from '../../src/contract/wire/alerts/alert.ts'
import { conditionText, severityLabels } from '../../src/rules/alerts/alert-texts.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Menu } from '../parts/actions/menu.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { Badge } from '../parts/state/badge.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { Text } from '../parts/text/text.tsx'
import css from './alerts.module.css'

type AlertRowProps = { alert: Alert; scope: string; isLinked: boolean; onEdit: () => void }

const HOUR_MS = 3_600_000

export const AlertRow = ({ alert, scope, isLinked, onEdit }: AlertRowProps) => {
  const { _id: id, name, condition, severity, muted, firing, problem } = alert
  const blocked = useBlocked('instances.write')
  const [isDeleting, setDeleting] = useState(false)
  const remove = useMutation('deleteAlert')
  const mute = useMutation('muteAlert')
  const test = useMutation('testAlert')
  const muteFor = (ms: number) => mute.mutate({ id, muted: { until: new Date(Date.now() + ms).toISOString() } })
  return (
    <li className={css.row} data-linked={isLinked || undefined}>
      <div className={css.facts}>
        <span className={css.title}>
          <strong>{name}</strong>
          <Badge tone={severityLabels[severity].tone}>{severityLabels[severity].label}</Badge>
          {firing > 0 && <Badge tone="bad">{firing === 1 ? 'Firing' : `${firing} firing`}</Badge>}
          {muted && (
            <Badge icon={<BellOff />}>
              Muted
              {muted.until && (
                <>
                  {' '}
                  until <RelativeTime at={muted.until} />
                </>
              )}
            </Badge>
          )}
        </span>
        <Text size="sm" tone="muted">
          {conditionText(condition)}. {scope}
        </Text>
        {problem !== '' && (
          <Text size="sm" tone="bad">
            {problem}
          </Text>
        )}
      </div>
      <Menu
        trigger={<IconButton label={`Actions of ${name}`} icon={<Ellipsis />} size="small" />}
        entries={[
          { kind: 'action', label: 'Edit rule', icon: <Pencil />, blocked, onChoose: onEdit },
          { kind: 'action', label: 'Send test', icon: <Send />, blocked, onChoose: () => test.mutate({ id }) },
          { kind: 'divider' },
          ...(muted
            ? [
                {
                  kind: 'action' as const,
                  label: 'Unmute',
                  icon: <Bell />,
                  blocked,
                  onChoose: () => mute.mutate({ id, muted: null }),
                },
              ]
            : [
                {
                  kind: 'action' as const,
                  label: 'Mute for an hour',
                  icon: <BellOff />,
                  blocked,
                  onChoose: () => muteFor(HOUR_MS),
                },
                {
                  kind: 'action' as const,
                  label: 'Mute for a day',
                  icon: <BellOff />,
                  blocked,
                  onChoose: () => muteFor(24 * HOUR_MS),
                },
                {
                  kind: 'action' as const,
                  label: 'Mute',
                  icon: <BellOff />,
                  blocked,
                  onChoose: () => mute.mutate({ id, muted: { until: null } }),
                },
              ]),
          { kind: 'divider' },
          {
            kind: 'action',
            label: 'Delete rule',
            icon: <Trash2 />,
            danger: true,
            blocked,
            onChoose: () => setDeleting(true),
          },
        ]}
      />
      {isDeleting && (
        <Confirm
          title={`Delete ${name}?`}
          confirmLabel="Delete rule"
          busy={remove.isRunning}
          failure={remove.failure}
          failureTitle="The rule could not be deleted"
          onConfirm={() => remove.mutate({ id })}
          onClose={() => setDeleting(false)}
        >
          Its incidents are deleted with it.
        </Confirm>
      )}
    </li>
  )
}
