import { useMemo } from 'react'
import type { MetricPanel } from '../../../src/instances/metrics/metric-panels.ts'
import { firedWithin } from '../../../src/instances/metrics/panel-alerts.ts'
import { metricText } from '../../../src/rules/metrics/metric-text.ts'
import type { Column } from '../../parts/tables/column.ts'
import { DataTable } from '../../parts/tables/data-table.tsx'
import { exactTimeText } from '../../parts/text/time-text.ts'

type Row = { at: number; point: number }
type MetricTableProps = { panel: MetricPanel; startDate: number; pointTimeSpan: number }

/** The values of a chart, newest first. */
export const MetricTable = ({ panel: { title, unit, lines, alerts }, startDate, pointTimeSpan }: MetricTableProps) => {
  const columns = useMemo<Column<Row>[]>(
    () => [
      { id: 'at', title: 'From', isRowHeader: true, cell: ({ at }) => exactTimeText(at * 1000) },
      ...lines.map(
        ({ label, values }, line): Column<Row> => ({
          id: String(line),
          title: label,
          align: 'end',
          cell: ({ point }) => {
            const value = values[point] ?? null
            return value === null ? 'No data' : metricText(unit, value)
          },
        }),
      ),
      ...(alerts.length === 0
        ? []
        : [
            {
              id: 'alerts',
              title: 'Firing',
              cell: ({ at }: Row) => firedWithin(alerts, at, at + pointTimeSpan).join(', '),
            },
          ]),
    ],
    [lines, unit, alerts, pointTimeSpan],
  )
  const rows = useMemo(
    () =>
      Array.from({ length: lines[0]?.values.length ?? 0 }, (_, point) => ({
        at: startDate + point * pointTimeSpan,
        point,
      })).toReversed(),
    [lines, startDate, pointTimeSpan],
  )
  return <DataTable caption={title} columns={columns} rows={rows} rowKey={({ at }) => String(at)} virtual="table" />
}
