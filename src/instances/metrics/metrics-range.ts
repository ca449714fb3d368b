import type { MetricFilter } from '../../contract/wire/instance/metrics/metric-chart.ts'
import { metricFilters } from '../../contract/wire/instance/metrics/metric-chart.ts'

const HOUR = 60
const DAY = 24 * HOUR

/** The choices of the page, by their value in the address. */
export const metricRanges = [
  { value: '15m', label: 'Last 15 minutes', minutes: 15 },
  { value: '1h', label: 'Last hour', minutes: HOUR },
  { value: '6h', label: 'Last 6 hours', minutes: 6 * HOUR },
  { value: '1d', label: 'Last 24 hours', minutes: DAY },
  { value: '7d', label: 'Last 7 days', minutes: 7 * DAY },
  { value: '30d', label: 'Last 30 days', minutes: 30 * DAY },
  { value: '90d', label: 'Last 90 days', minutes: 90 * DAY },
] as const
export type MetricRange = (typeof metricRanges)[number]['value']

export interface MetricsView {
  range: MetricRange
  /** A window that was zoomed into, or at which the page was paused; null while it follows the time. */
  window: { startDate: number; endDate: number } | null
  filter: MetricFilter
  /** Empty for all services. */
  service: string
}

/** Reads what is shown from the address; whatever is not valid there counts as not given. */
export function metricsView(query: URLSearchParams): MetricsView {
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
  const isWindow = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from > 0 && to > from
  return {
    range: metricRanges.find(({ value }) => value === query.get('range'))?.value ?? '1h',
    window: isWindow ? { startDate: from, endDate: to } : null,
    filter: metricFilters.find((filter) => filter === query.get('view')) ?? 'together',
    service: query.get('service') ?? '',
  }
}

/** Returns the dates of the call. Without an end, the response is read again as time goes on. */
export function windowInput({ range, window }: MetricsView): { startDate: number; endDate?: number } {
  const minutes = metricRanges.find(({ value }) => value === range)?.minutes ?? HOUR
  return window ?? { startDate: -minutes * 60 }
}
