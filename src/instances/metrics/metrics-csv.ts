import type { MetricChart } from '../../contract/wire/instance/metrics/metric-chart.ts'
import { csvLine } from '../../rules/units/csv.ts'
import type { MetricPanel } from './metric-panels.ts'

/** Returns what the charts show as a table: one row for each point, with an empty field for each gap. */
export function metricsCsv(
  { startDate, pointTimeSpan }: Pick<MetricChart, 'startDate' | 'pointTimeSpan'>,
  panels: readonly MetricPanel[],
): string {
  const columns = panels.flatMap(({ title, unit, lines }) =>
    lines.map(({ label, values }) => ({ head: `${title === label ? title : `${title}: ${label}`} (${unit})`, values })),
  )
  const points = Math.max(0, ...columns.map(({ values }) => values.length))
  const rows = Array.from({ length: points }, (_, point) => [
    new Date((startDate + point * pointTimeSpan) * 1000).toISOString(),
    ...columns.map(({ values }) => String(values[point] ?? '')),
  ])
  return [['time', ...columns.map(({ head }) => head)], ...rows].map(csvLine).join('')
}
