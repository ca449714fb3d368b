import type { MetricAlert, MetricFilter, MetricParam } from '../../contract/wire/instance/metrics/metric-chart.ts'
import { conditionText, severityLabels } from '../../rules/alerts/alert-texts.ts'

export interface AlertSpan {
  /** Seconds since 1970; null while it fires. */
  from: number
  to: number | null
}

/** An alert rule about a chart. */
export interface PanelAlert {
  id: string
  name: string
  condition: string
  tone: 'bad' | 'warn' | 'info'
  /** Null where the chart adds up more, or less, than the rule compares. */
  threshold: number | null
  spans: readonly AlertSpan[]
}

interface Shown {
  filter: MetricFilter
  /** All lines are about one service, as each rule compares. */
  hasOneService: boolean
}

export const panelAlerts = (
  alerts: readonly MetricAlert[],
  params: readonly MetricParam[],
  { filter, hasOneService }: Shown,
): PanelAlert[] =>
  alerts
    .filter(({ param }) => params.includes(param))
    .map(({ alertId, name, severity, of, threshold, spans, ...rule }) => {
      const isComparable = filter === 'together' ? of === 'together' && hasOneService : of === 'replicas'
      return {
        id: alertId,
        name,
        condition: conditionText({ kind: 'metric', of, threshold, noDataSeconds: null, ...rule }),
        tone: severityLabels[severity].tone,
        threshold: isComparable ? threshold : null,
        spans: spans.map(({ from, to }) => ({ from, to })),
      }
    })

/** Names the rules that fired at some time of a point. */
export const firedWithin = (alerts: readonly PanelAlert[], from: number, to: number): string[] =>
  alerts.filter(({ spans }) => spans.some((span) => span.from < to && (span.to ?? to) >= from)).map(({ name }) => name)

export const isFiring = ({ spans }: PanelAlert): boolean => spans.some(({ to }) => to === null)

/** How often a rule fired in the time of a chart. */
export function firedText(alert: PanelAlert): string {
  const { length } = alert.spans
  if (isFiring(alert)) return length === 1 ? 'Firing' : `Firing, fired ${length} times`
  return length === 0 ? 'Has not fired' : length === 1 ? 'Fired once' : `Fired ${length} times`
}
