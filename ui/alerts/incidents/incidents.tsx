import { Check } from 'lucide-react'
import type { Incident } from '../../src/contract/wire/alerts/incident.ts'
import type { InstanceId, OrganizationId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useLastValue } from '../hooks/use-last-value.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useQuery } from '../hooks/use-query.ts'
import { usePageNumber, useUrlQuery } from '../hooks/use-url-query.ts'
import { Card } from '../parts/layout/card.tsx'
import { Pagination } from '../parts/navigation/pagination.tsx'
import { Badge } from '../parts/state/badge.tsx'
import { RelativeTime } from '../parts/text/relative-time.tsx'
import { Text } from '../parts/text/text.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import css from './alerts.module.css'

const PAGE_SIZE = 20

type IncidentsProps = { organizationId: OrganizationId; instanceId?: InstanceId | undefined }

/** Those that fire first, then the newest. */
export const Incidents = ({ organizationId, instanceId }: IncidentsProps) => {
  const { to } = useUrlQuery()
  const { page } = usePageNumber()
  const { data, retry } = useQuery('readIncidents', {
    id: organizationId,
    skip: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    ...(instanceId && { instanceId }),
  })
  const response = useLastValue(lastLoaded(data)?.value ?? null)
  return (
    <Card title="Incidents" padded={false}>
      <Remote data={data} retry={retry} title="The incidents could not be loaded" value={response}>
        {({ incidents, totalCount }) =>
          incidents.length === 0 ? (
            <EmptyState title="No incidents" text="Nothing has fired." />
          ) : (
            <>
              <ul className={css.list} aria-label="Incidents">
                {incidents.map((incident) => (
                  <IncidentRow key={incident._id} incident={incident} />
                ))}
              </ul>
              <div className={css.pages}>
                <Pagination
                  label="Incidents"
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={totalCount}
                  to={(next) => to({ page: next === 1 ? '' : String(next) })}
                />
              </div>
            </>
          )
        }
      </Remote>
    </Card>
  )
}

const ends = { recovered: 'Recovered', gone: 'Ended', changed: 'Ended: the rule was changed' } as const

const IncidentRow = ({ incident }: { incident: Incident }) => {
  const { _id: incidentId, alertId, alertName, summary, startedAt, endedAt, endReason, acknowledgedBy } = incident
  const { mutate, isRunning } = useMutation('acknowledgeIncident')
  return (
    <li className={css.row}>
      <div className={css.facts}>
        <span className={css.title}>
          <Badge tone={endedAt ? (endReason === 'recovered' ? 'good' : 'still') : 'bad'}>
            {endedAt ? ends[endReason ?? 'gone'] : 'Firing'}
          </Badge>
          <strong>{alertName}</strong>
        </span>
        <Text size="sm">{summary}</Text>
        <Text size="sm" tone="muted">
          Began <RelativeTime at={startedAt} />
          {endedAt && (
            <>
              , ended <RelativeTime at={endedAt} />
            </>
          )}
          {acknowledgedBy && `, acknowledged by ${acknowledgedBy.name}`}
        </Text>
      </div>
      {!endedAt && !acknowledgedBy && (
        <MayButton
          may="instances.write"
          size="small"
          icon={<Check />}
          busy={isRunning}
          onClick={() => mutate({ id: alertId, incidentId })}
        >
          Acknowledge
        </MayButton>
      )}
    </li>
  )
}
