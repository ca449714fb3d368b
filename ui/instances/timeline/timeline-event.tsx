import { Link2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import {
  type InstanceEvent,
  type InstanceEventKind,
  instanceEventKinds,
} from '../../../src/contract/wire/instance/instance-event.ts'
import { eventText } from '../../../src/instances/events/event-texts.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { useCopied } from '../../parts/actions/use-copied.ts'
import { Tooltip } from '../../parts/overlay/tooltip.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './instance-timeline.module.css'
import { LastLines } from './last-lines.tsx'

type TimelineEventProps = { event: InstanceEvent; isLinked: boolean }

/** One event with its reason, its author and a link to it. */
export const TimelineEvent = ({ event, isLinked }: TimelineEventProps) => {
  const { tone, title, detail, lines } = eventText(event)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView({ block: 'center' })
  }, [isLinked])
  return (
    <li ref={row} className={css.event} data-tone={tone} aria-current={isLinked || undefined}>
      <div className={css.content}>
        <span className={css.title}>{title}</span>
        {detail !== '' && (
          <Text size="sm" tone="muted">
            {detail}
          </Text>
        )}
        <LastLines lines={lines} />
      </div>
      <div className={css.facts}>
        {event.actor && <span>{event.actor.name}</span>}
        <EventPage event={event} />
        <RelativeTime at={event.at} />
        <CopyLink id={event._id} title={title} />
      </div>
    </li>
  )
}

const failures: readonly InstanceEventKind[] = ['replicaExited', 'replicaFailed', 'replicaUnready']

/** Leads to the output of a command, or to the log that explains the event. */
const EventPage = ({ event: { kind, data, deploymentId } }: { event: InstanceEvent }) => {
  if (kind.startsWith('run') && typeof data.run === 'string') return <Link to={`../jobs/runs/${data.run}`}>Output</Link>
  if (deploymentId === null) return null
  if (failures.includes(kind)) return <Link to={`../logs/instance-logs?deployment=${deploymentId}`}>Instance logs</Link>
  const isOfDeployment = instanceEventKinds.deployments.some((own) => own === kind)
  return isOfDeployment && <Link to={`../logs/deployment-logs?deployment=${deploymentId}`}>Deployment logs</Link>
}

const CopyLink = ({ id, title }: { id: string; title: string }) => {
  const address = new URL(window.location.href)
  address.search = `?event=${id}`
  const { copied, copy } = useCopied(address.href)
  const label = copied ? 'Copied!' : 'Copy link'
  return (
    <Tooltip text={label} pinned={copied}>
      <IconButton label={`Copy link to ${title}`} size="small" icon={<Link2 />} onClick={copy} />
    </Tooltip>
  )
}
