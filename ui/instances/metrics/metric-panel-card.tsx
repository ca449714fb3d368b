import { useMemo, useState } from 'react'
import type { MetricChart } from '../../../src/contract/wire/instance/metrics/metric-chart.ts'
import type { MetricPanel } from '../../../src/instances/metrics/metric-panels.ts'
import { firedText } from '../../../src/instances/metrics/panel-alerts.ts'
import { metricText } from '../../../src/rules/metrics/metric-text.ts'
import { selectResolvedTheme } from '../../../src/theme/theme.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Button } from '../../parts/actions/button.tsx'
import { TimeChart } from '../../parts/charts/time-chart.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { HiddenText } from '../../parts/layout/hidden-text.tsx'
import { MetricTable } from './metric-table.tsx'
import { PanelAlertList } from './panel-alert-list.tsx'

type MetricPanelCardProps = {
  panel: MetricPanel
  chart: MetricChart
  /** The page with the rules that the charts show. */
  alertsPage: string
  onZoom: (from: number, to: number) => void
}

/** One chart, or its values as a table. */
export const MetricPanelCard = ({ panel, chart, alertsPage, onZoom }: MetricPanelCardProps) => {
  const [isTable, setTable] = useState(false)
  const theme = useSelected(selectResolvedTheme)
  const { title, text, unit, lines, limit, alerts } = panel
  const { startDate, pointTimeSpan, marks } = chart
  const data = useMemo(
    () => ({
      startDate,
      pointTimeSpan,
      lines,
      limit,
      marks: marks.map(({ at, kind }) => ({
        at: Date.parse(at) / 1000,
        tone: kind.endsWith('Failed') || kind.endsWith('Rejected') ? ('bad' as const) : ('accent' as const),
      })),
      thresholds: alerts.flatMap(({ name, tone, threshold }) =>
        threshold === null ? [] : [{ value: threshold, label: name, tone }],
      ),
      spans: alerts.flatMap(({ tone, spans }) => spans.map((span) => ({ ...span, tone }))),
    }),
    [startDate, pointTimeSpan, lines, limit, marks, alerts],
  )
  return (
    <Card
      title={title}
      text={limit === null ? text : `${text} Limit ${metricText(unit, limit)}.`}
      actions={
        <Button size="small" variant="quiet" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? 'Chart' : 'Table'}
          <HiddenText> of {title}</HiddenText>
        </Button>
      }
    >
      {isTable ? (
        <MetricTable panel={panel} startDate={startDate} pointTimeSpan={pointTimeSpan} />
      ) : (
        <TimeChart
          label={summaryOf(panel)}
          data={data}
          valueText={(value, scale) => metricText(unit, value, scale)}
          isBinary={unit === 'bytes' || unit === 'bytesPerSecond'}
          theme={theme}
          onZoom={onZoom}
        />
      )}
      <PanelAlertList title={title} alerts={alerts} alertsPage={alertsPage} />
    </Card>
  )
}

/** Says of each line what it is now and was at most, and of each rule how often it fired. */
function summaryOf({ title, unit, lines, alerts }: MetricPanel): string {
  const parts = lines.slice(0, 8).map(({ label, values }) => {
    const known = values.filter((value) => value !== null)
    const last = values.findLast((value) => value !== null) ?? 0
    return `${label} last ${metricText(unit, last)}, at most ${metricText(unit, Math.max(...known))}`
  })
  const rules = alerts.map((alert) => ` Alert rule ${alert.name}, ${alert.condition}: ${firedText(alert)}.`)
  return `${title}: ${parts.join('; ')}.${rules.join('')}`
}
