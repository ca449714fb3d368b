import type {
  MetricChart,
  MetricFilter,
  MetricParam,
  MetricSeries,
} from '../../contract/wire/instance/metrics/metric-chart.ts'
import { metricFacts } from '../../rules/metrics/metric-series.ts'
import { type PanelAlert, panelAlerts } from './panel-alerts.ts'

interface PanelFacts {
  title: string
  text: string
  params: readonly MetricParam[]
}

/** The charts of the page, in order. */
const panels: readonly PanelFacts[] = [
  { title: 'CPU', text: 'Processor time in use.', params: ['cpu'] },
  { title: 'Memory', text: 'In use, without cache that can be freed.', params: ['memory'] },
  { title: 'Requests', text: 'A second, by status.', params: ['status2xx', 'status3xx', 'status4xx', 'status5xx'] },
  {
    title: 'Latency',
    text: 'Until the response begins, as percentiles.',
    params: ['latencyP50', 'latencyP95', 'latencyP99'],
  },
  { title: 'Network', text: 'Bytes a second.', params: ['networkIn', 'networkOut'] },
  { title: 'Disk transfers', text: 'Bytes a second.', params: ['diskRead', 'diskWrite'] },
  { title: 'Disk used', text: 'Beside the image and volumes.', params: ['diskUsed'] },
  { title: 'Open connections', text: 'Requests and connections being served.', params: ['connections'] },
  { title: 'HTTP transfers', text: 'Bodies of requests and responses.', params: ['bytesIn', 'bytesOut'] },
  { title: 'Restarts', text: 'After exits of the program.', params: ['restarts'] },
]

/** The charts that nearly every instance has, for the page while it loads. */
export const firstPanels: readonly Pick<PanelFacts, 'title' | 'text'>[] = panels.slice(0, 2)

export const shownParams: string = panels.flatMap(({ params }) => params).join(',')

export interface ChartLine {
  label: string
  values: readonly (number | null)[]
}

export interface MetricPanel extends Omit<PanelFacts, 'params'> {
  unit: MetricSeries['unit']
  lines: ChartLine[]
  /** What the configuration allows, where that is worth a line. */
  limit: number | null
  alerts: PanelAlert[]
}

/** Returns the charts of a response; those without any measurement are left out. */
export function metricPanels(
  { series, alerts }: Pick<MetricChart, 'series' | 'alerts'>,
  filter: MetricFilter,
  hasOneService: boolean,
): MetricPanel[] {
  return panels.flatMap(({ title, text, params }) => {
    const own = series.filter(({ param }) => params.includes(param))
    const measured = own.filter(({ values }) => values.some((value) => value !== null))
    const [first] = measured
    if (!first) return []
    const lines = measured.map((each) => ({ label: lineLabel(each, params.length > 1), values: each.values }))
    const limits = measured.map(({ limit }) => limit).filter((limit) => limit !== null)
    // Replicas of services of different sizes have no common limit.
    const limit = filter !== 'replicas' || new Set(limits).size === 1 ? (limits[0] ?? null) : null
    const rules = panelAlerts(alerts, params, { filter, hasOneService })
    return [{ title, text, unit: first.unit, lines, limit, alerts: rules }]
  })
}

function lineLabel({ param, service, replica }: MetricSeries, hasSeveralParams: boolean): string {
  const { label } = metricFacts[param]
  if (service === null) return label
  const name = `${service} ${(replica ?? 0) + 1}`
  return hasSeveralParams ? `${name}, ${label}` : name
}
