import type { MetricChart } from '../../contract/wire/instance/metrics/metric-chart.ts'

/** A sample that is one late is no gap worth words. */
const LATE_MS = 45_000

/** Returns since when nothing was measured, if the chart ends after that and the instance should be measured. */
export function noDataSince(
  { lastSampleAt, endDate }: Pick<MetricChart, 'lastSampleAt' | 'endDate'>,
  isRunning: boolean,
  responseAtMs: number,
): number | null {
  if (!isRunning || lastSampleAt === null) return null
  const lastMs = Date.parse(lastSampleAt)
  return Math.min(responseAtMs, endDate * 1000) - lastMs > LATE_MS ? lastMs : null
}
