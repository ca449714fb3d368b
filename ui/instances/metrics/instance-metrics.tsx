import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { MetricChart, MetricMark } from '../../../src/contract/wire/instance/metrics/metric-chart.ts'
import { fieldErrorMessage } from '../../../src/core/failure.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { firstPanels, metricPanels, shownParams } from '../../../src/instances/metrics/metric-panels.ts'
import { metricsCsv } from '../../../src/instances/metrics/metrics-csv.ts'
import { metricsView, windowInput } from '../../../src/instances/metrics/metrics-range.ts'
import { noDataSince } from '../../../src/instances/metrics/no-data-since.ts'
import { asleepServices, isAsleep } from '../../../src/instances/services/asleep-services.ts'
import { useLastValue } from '../../hooks/use-last-value.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { Button } from '../../parts/actions/button.tsx'
import { saveText } from '../../parts/actions/save-text.ts'
import { ChartSkeleton } from '../../parts/charts/chart-skeleton.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { RelativeTime } from '../../parts/text/relative-time.tsx'
import { clockText, exactTimeText } from '../../parts/text/time-text.ts'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import css from './instance-metrics.module.css'
import { MetricPanelCard } from './metric-panel-card.tsx'
import { MetricsToolbar } from './metrics-toolbar.tsx'

/** What the replicas of an instance use, and what they serve. */
export const InstanceMetrics = () => {
  const instance = useCurrentInstance()
  return useIsVisitor() ? (
    <EmptyState title="Only members see metrics" text="Load and traffic are private." />
  ) : (
    <Metrics instance={instance} />
  )
}

const Metrics = ({ instance }: { instance: Instance }) => {
  const { query, choose, go } = useUrlQuery()
  const view = useMemo(() => metricsView(query), [query])
  const { filter, service } = view
  const { data, retry } = useQuery('readMetrics', {
    id: instance._id,
    param: shownParams,
    filter,
    ...windowInput(view),
    ...(service !== '' && { service }),
  })
  const unknownService = data.kind === 'failed' ? fieldErrorMessage(data.failure, 'service') : undefined
  // While another time range loads, the charts of the last one stay.
  const loaded = useLastValue(lastLoaded(data))
  const chart = loaded?.value
  const hasOneService = service !== '' || new Set(instance.services.map(({ name }) => name)).size === 1
  const panels = useMemo(
    () => (chart ? metricPanels(chart, filter, hasOneService) : []),
    [chart, filter, hasOneService],
  )
  const isMeasured = hasReplicas(instance, service)
  const save = () => chart && saveText(metricsCsv(chart, panels), `metrics-${instance._id}.csv`, 'text/csv')
  const alertsPage = `/${useParams().organization}/${instance.computeProject}/${instance._id}/alerts`
  if (unknownService !== undefined)
    return (
      <EmptyState
        title="No such service"
        text={unknownService}
        actions={<Button onClick={() => choose({ service: '' })}>Show all services</Button>}
      />
    )
  const zoom = (from: number, to: number) => go({ from: String(from), to: String(to) })
  return (
    <Stack gap={4}>
      <MetricsToolbar
        instance={instance}
        view={view}
        shown={chart}
        onChoose={choose}
        onSave={panels.length > 0 ? save : undefined}
      />
      <Remote
        data={data}
        value={chart ?? null}
        retry={retry}
        title="The metrics could not be loaded"
        loading={
          <>
            <Marks marks={null} />
            <div className={css.panels}>
              {firstPanels.map(({ title, text }) => (
                <Card key={title} title={title} text={text}>
                  <ChartSkeleton />
                </Card>
              ))}
            </div>
          </>
        }
      >
        {(current: MetricChart) => (
          <>
            <Gap chart={current} isRunning={isMeasured} atMs={loaded?.atMs ?? 0} />
            <Incomplete from={current.completeFrom} />
            <Marks marks={current.marks} />
            {panels.length === 0 ? (
              <EmptyState
                title="No metrics in this time"
                text={
                  isMeasured
                    ? 'The first samples arrive within half a minute of the start.'
                    : 'Replicas are measured every ten seconds while they run.'
                }
              />
            ) : (
              <div className={css.panels}>
                {panels.map((panel) => (
                  <MetricPanelCard
                    key={panel.title}
                    panel={panel}
                    chart={current}
                    alertsPage={alertsPage}
                    onZoom={zoom}
                  />
                ))}
              </div>
            )}
          </>
        )}
      </Remote>
    </Stack>
  )
}

/** Whether a replica of the instance, or of the chosen service, is expected to run. */
const hasReplicas = (instance: Instance, service: string): boolean =>
  instance.state === 'Active' &&
  instance.desiredState === 'active' &&
  !isAsleep(instance) &&
  !asleepServices(instance).includes(service)

const Gap = ({ chart, isRunning, atMs }: { chart: MetricChart; isRunning: boolean; atMs: number }) => {
  const since = noDataSince(chart, isRunning, atMs)
  if (since === null) return null
  return (
    <Banner tone="warn" title={`No data since ${clockText(since)}`}>
      The engine does not answer, or the control plane was stopped. Gaps stay empty.
    </Banner>
  )
}

const Incomplete = ({ from }: { from: MetricChart['completeFrom'] }) =>
  from === null ? null : (
    <Banner tone="info" title={`Complete from ${exactTimeText(Date.parse(from))}`}>
      More replicas ran before than the charts can add up. Choose a shorter time range to see all of them.
    </Banner>
  )

/** So many fit in one line. */
const MAX_LISTED = 4

/** What the dashed lines are, for everyone. Its line is kept free while the marks load, and where there are none. */
const Marks = ({ marks }: { marks: readonly MetricMark[] | null }) => {
  if (!marks?.length)
    return <p className={css.marks}>{marks ? 'No events in this time' : <SkeletonText width="half" />}</p>
  const rest = marks.length - MAX_LISTED
  return (
    <ul className={css.marks} aria-label="Marks">
      {marks.slice(-MAX_LISTED).map(({ at, title }) => (
        <li key={`${at}${title}`}>
          {title}, <RelativeTime at={at} />
        </li>
      ))}
      {rest > 0 && <li>and {rest} earlier</li>}
    </ul>
  )
}
