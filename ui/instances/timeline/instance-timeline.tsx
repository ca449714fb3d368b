import * as v from 'valibot'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { type InstanceEventSubject, instanceEventSubjects } from '../../../src/contract/wire/instance/instance-event.ts'
import { isNotFound } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { subjectLabels } from '../../../src/instances/events/event-texts.ts'
import { foldCrashLoops } from '../../../src/instances/events/fold-crash-loops.ts'
import { useLastValue } from '../../hooks/use-last-value.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { usePageNumber, useUrlQuery } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Select } from '../../parts/choices/select.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import { MaySee } from '../../shell/permissions/may-see.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import { CrashLoopEntry } from './crash-loop-entry.tsx'
import css from './instance-timeline.module.css'
import { TimelineEvent } from './timeline-event.tsx'

const PAGE_SIZE = 50
const ALL = 'all'
const eventId = v.pipe(v.string(), v.uuid())

const isSubject = (text: string | null): text is InstanceEventSubject =>
  instanceEventSubjects.some((subject) => subject === text)

/** Everything that happened to an instance, newest first. `?event=` opens the page of one event and highlights it. */
export const InstanceTimeline = () => {
  const instance = useCurrentInstance()
  return (
    <MaySee may="logs.read" what="the timeline">
      <Timeline instance={instance} />
    </MaySee>
  )
}

const Timeline = ({ instance }: { instance: Instance }) => {
  const { query, choose, to } = useUrlQuery()
  const subject = query.get('subject')
  const service = query.get('service') ?? ''
  const linked = v.is(eventId, query.get('event')) ? query.get('event') : null
  const requested = usePageNumber().page
  const { data, retry } = useQuery('readInstanceEvents', {
    id: instance._id,
    skip: (requested - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    ...(isSubject(subject) && { subject }),
    ...(service && { service }),
    ...(linked && { event: linked }),
  })
  // While a filter changes, the previous page stays until the next one arrives.
  const response = useLastValue(lastLoaded(data)?.value ?? null)
  const isMissing = linked !== null && data.kind === 'failed' && isNotFound(data.failure)
  const page = Math.floor((response?.skip ?? 0) / PAGE_SIZE) + 1
  const isFiltered = isSubject(subject) || service !== '' || linked !== null
  const showAll = () => choose({ subject: '', service: '', event: '', page: '' })
  const services = instance.services.map(({ name }) => name)
  return (
    <Card
      title="Timeline"
      padded={false}
      actions={
        <>
          {linked && (
            <Button size="small" variant="quiet" onClick={() => choose({ event: '', page: '' })}>
              Show newest
            </Button>
          )}
          {services.length > 1 && (
            <Select
              label="Service"
              labelHidden
              neutral={ALL}
              value={service || ALL}
              onChange={(value) => choose({ service: value === ALL ? '' : value, page: '', event: '' })}
              options={[
                { value: ALL, label: 'All services' },
                ...services.map((name) => ({ value: name, label: name })),
                ...(service && !services.includes(service) ? [{ value: service, label: service }] : []),
              ]}
            />
          )}
          <Select
            label="Subject"
            labelHidden
            neutral={ALL}
            value={isSubject(subject) ? subject : ALL}
            onChange={(value) => choose({ subject: value === ALL ? '' : value, page: '', event: '' })}
            options={[
              { value: ALL, label: 'All events' },
              ...instanceEventSubjects.map((value) => ({ value, label: subjectLabels[value] })),
            ]}
          />
        </>
      }
      footer={
        (response?.totalCount ?? 0) > PAGE_SIZE && (
          <Pagination
            label="Events"
            page={page}
            pageSize={PAGE_SIZE}
            total={response?.totalCount ?? 0}
            to={(next) => to({ page: next === 1 ? '' : String(next), event: '' })}
          />
        )
      }
    >
      {isMissing ? (
        <EmptyState
          title="This event is not in the list"
          text="It may belong to another instance, or a filter hides it."
          actions={<Button onClick={showAll}>Show all events</Button>}
        />
      ) : (
        <Remote
          data={data}
          retry={retry}
          title="The timeline could not be loaded"
          value={response}
          loading={<SkeletonRows rows={8} columns={3} />}
        >
          {({ events }) =>
            events.length === 0 ? (
              <EmptyState
                title={isFiltered ? 'No matching events' : 'No events yet'}
                text="Deployments, restarts, health, volumes and jobs of this instance appear here."
                actions={isFiltered && <Button onClick={showAll}>Show all events</Button>}
              />
            ) : (
              <ol className={css.list} aria-label="Events">
                {foldCrashLoops(events).map((entry) =>
                  entry.kind === 'event' ? (
                    <TimelineEvent key={entry.event._id} event={entry.event} isLinked={entry.event._id === linked} />
                  ) : (
                    <CrashLoopEntry key={entry.events.at(-1)?._id} {...entry} linked={linked} />
                  ),
                )}
              </ol>
            )
          }
        </Remote>
      )}
    </Card>
  )
}
