import { Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ResponseOf } from '../../src/contract/contract.ts'
import type { Drain } from '../../src/contract/wire/drains/drain.ts'
import { failureMessage } from '../../src/core/failure.ts'
import { useBlocked } from '../hooks/use-membership.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { Button } from '../parts/actions/button.tsx'
import { IconButton } from '../parts/actions/icon-button.tsx'
import { Row } from '../parts/layout/row.tsx'
import { Confirm } from '../parts/overlay/confirm.tsx'
import { StatusMark } from '../parts/state/status-mark.tsx'
import { Text } from '../parts/text/text.tsx'
import { DrainFacts } from './drain-facts.tsx'
import css from './drains.module.css'
import { targetText, targetTypes } from './target-types.ts'

type DrainRowProps = {
  drain: Drain
  waiting: ResponseOf<'readDrains'>['waiting'][number] | undefined
  onEdit: () => void
}

const states = {
  active: { tone: 'good', shape: 'disc', label: 'Active' },
  failing: { tone: 'bad', shape: 'cross', label: 'Failing' },
  paused: { tone: 'still', shape: 'ring', label: 'Paused' },
} as const

export const DrainRow = ({ drain, waiting, onEdit }: DrainRowProps) => {
  const { _id: id, name, state, target } = drain
  const blocked = useBlocked('drains.write')
  const [isDeleting, setDeleting] = useState(false)
  const test = useMutation('testDrain')
  const change = useMutation('setDrainState')
  const removal = useMutation('deleteDrain')
  const isPaused = state === 'paused'
  return (
    <li className={css.row}>
      <div className={css.head}>
        <div className={css.title}>
          <span className={css.name}>{name}</span>
          <StatusMark status={states[state]} />
          <Text as="span" size="sm" tone="muted">
            {targetTypes.find(({ value }) => value === target.type)?.title}: {targetText(target)}
          </Text>
        </div>
        {blocked === undefined && (
          <Row gap={2} wrap>
            <Button size="small" icon={<Send />} busy={test.isRunning} onClick={() => test.mutate({ id })}>
              Send test line
            </Button>
            <IconButton
              label={`${isPaused ? 'Resume' : 'Pause'} ${name}`}
              icon={isPaused ? <Play /> : <Pause />}
              disabled={change.isRunning}
              onClick={() => change.mutate({ id, enabled: isPaused })}
            />
            <IconButton label={`Edit ${name}`} icon={<Pencil />} onClick={onEdit} />
            <IconButton label={`Delete ${name}`} icon={<Trash2 />} onClick={() => setDeleting(true)} />
          </Row>
        )}
      </div>
      <DrainFacts drain={drain} waiting={waiting} />
      <div role="status">
        {test.response && (
          <Text size="sm" tone={test.response.isDelivered ? 'good' : 'bad'}>
            {test.response.isDelivered ? 'Test line delivered. ' : 'Test line not delivered. '}
            {test.response.message}
          </Text>
        )}
        {(test.failure ?? change.failure) && (
          <Text size="sm" tone="bad">
            {failureMessage((test.failure ?? change.failure) as NonNullable<typeof test.failure>)}
          </Text>
        )}
      </div>
      {isDeleting && (
        <Confirm
          title={`Delete ${name}?`}
          confirmLabel="Delete log drain"
          busy={removal.isRunning}
          failure={removal.failure}
          failureTitle="The log drain could not be deleted"
          onConfirm={() => removal.mutate({ id })}
          onClose={() => setDeleting(false)}
        >
          Lines that wait are not sent. The stored logs stay.
        </Confirm>
      )}
    </li>
  )
}
