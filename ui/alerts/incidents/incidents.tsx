import type { Incident } from '../../../src/contract/wire/alerts/incident.ts'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useLastValue } from '../../hooks/use-last-value.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { usePageNumber, useUrlQuery } from '../../hooks/use-url-query.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Pagination } from '../../parts/navigation/pagination.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../parts/waiting/skeleton-rows.tsx'
import css from '../alerts.module.css'
import { IncidentDialog } from './incident-dialog.tsx'
import { IncidentRow } from './incident-row.tsx'

const PAGE_SIZE = 20
/** The style sheet reserves the same height for few incidents, so that the card below stays where it is. */
const INITIAL_ROWS = 5

type IncidentsProps = { organizationId: OrganizationId; instanceId?: InstanceId | undefined }

/** Those that fire first, then the newest. The address names the one that is open. */
export const Incidents = ({ organizationId, instanceId }: IncidentsProps) => {
  const { query, to, choose } = useUrlQuery()
  const { page } = usePageNumber()
  const { data, retry } = useQuery('readIncidents', {
    id: organizationId,
    skip: (page - 1) * PAGE_SIZE,
    limit: PAGE_SIZE,
    ...(instanceId && { instanceId }),
  })
  const response = useLastValue(lastLoaded(data)?.value ?? null)
  const [alertId, incidentId] = [query.get('rule'), query.get('incident')]
  const opened = ({ _id, alertId: rule }: Incident) => to({ incident: _id, rule })
  return (
    <Card title="Incidents" padded={false}>
      <Remote
        data={data}
        retry={retry}
        title="The incidents could not be loaded"
        value={response}
        loading={<SkeletonRows rows={INITIAL_ROWS} columns={2} />}
      >
        {({ incidents, totalCount }) =>
          incidents.length === 0 ? (
            <div className={css.none}>
              <EmptyState title="No incidents" text="Nothing has fired." />
            </div>
          ) : (
            <div className={css.incidents}>
              <ul className={css.list} aria-label="Incidents">
                {incidents.map((incident) => (
                  <IncidentRow key={incident._id} incident={incident} to={opened(incident)} />
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
            </div>
          )
        }
      </Remote>
      {alertId !== null && incidentId !== null && (
        <IncidentDialog alertId={alertId} incidentId={incidentId} onClose={() => choose({ incident: '', rule: '' })} />
      )}
    </Card>
  )
}
