import type { InstanceEvent } from '../../../src/contract/wire/instance/instance-event.ts'
import { eventText } from '../../../src/instances/events/event-texts.ts'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { Text } from '../../parts/text/text.tsx'
import css from './instance-timeline.module.css'
import { LastLines } from './last-lines.tsx'
import { TimelineEvent } from './timeline-event.tsx'

type CrashLoopEntryProps = { events: readonly InstanceEvent[]; exits: number; linked: string | null }

/** The exits and restarts of a crash loop as one entry, which opens. */
export const CrashLoopEntry = ({ events, exits, linked }: CrashLoopEntryProps) => {
  const newest = events.find(({ kind }) => kind === 'replicaExited')
  if (!newest) return null
  const { title, detail, lines } = eventText({ ...newest, data: { ...newest.data, code: 'crashLoop' } })
  const since = events.at(-1)?.at ?? newest.at
  return (
    <li className={css.event} data-tone="bad">
      <div className={css.content}>
        <span className={css.title}>{title}</span>
        <Text size="sm" tone="muted">
          {detail}
        </Text>
        <LastLines lines={lines} />
      </div>
      <div className={css.facts}>
        <span>{exits} exits</span>
        <span>
          since <RelativeTime at={since} />
        </span>
      </div>
      <details className={css.loop} open={events.some(({ _id }) => _id === linked)}>
        <summary>All {events.length} events</summary>
        <ol className={css.list} aria-label={`Events of ${title}`}>
          {events.map((event) => (
            <TimelineEvent key={event._id} event={event} isLinked={event._id === linked} />
          ))}
        </ol>
      </details>
    </li>
  )
}
