import type { AlertCondition, AlertRuleKind } from '../../contract/wire/alerts/alert-condition.ts'
import type { AlertSeverity } from '../../contract/wire/alerts/alert-severity.ts'
import { metricFacts } from '../metrics/metric-series.ts'
import { metricText } from '../metrics/metric-text.ts'

export const ruleKindLabels: Readonly<Record<AlertRuleKind, string>> = {
  metric: 'Metric',
  health: 'Health',
  crashLoop: 'Crash loop',
  deployment: 'Failed deployment',
  job: 'Failed job',
  certificate: 'Certificate expiry',
  certificateOrder: 'Failed certificate order',
  log: 'Log pattern',
}

export const severityLabels: Readonly<Record<AlertSeverity, { label: string; tone: 'bad' | 'warn' | 'info' }>> = {
  critical: { label: 'Critical', tone: 'bad' },
  warning: { label: 'Warning', tone: 'warn' },
  info: { label: 'Info', tone: 'info' },
}

export function durationText(seconds: number): string {
  if (seconds % 3600 === 0 && seconds > 0) return counted(seconds / 3600, 'hour')
  return seconds % 60 === 0 ? counted(seconds / 60, 'minute') : counted(seconds, 'second')
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** When a rule fires, in one line. */
export function conditionText(condition: AlertCondition): string {
  switch (condition.kind) {
    case 'metric': {
      const { label, unit } = metricFacts[condition.param]
      const of = condition.of === 'replicas' ? ' of one replica' : ''
      const lasting = condition.forSeconds === 0 ? '' : ` for ${durationText(condition.forSeconds)}`
      return `${label}${of} ${condition.direction} ${metricText(unit, condition.threshold)}${lasting}`
    }
    case 'health':
      return condition.forSeconds === 0 ? 'Unhealthy' : `Unhealthy for ${durationText(condition.forSeconds)}`
    case 'crashLoop':
      return 'A program exits again and again'
    case 'deployment':
      return 'A deployment fails'
    case 'job':
      return condition.failures === 1 ? 'A job fails' : `A job fails ${condition.failures} times in a row`
    case 'certificate':
      return `A certificate expires in less than ${counted(condition.days, 'day')}`
    case 'certificateOrder':
      return 'A certificate cannot be issued'
    case 'log':
      return `${counted(condition.count, 'log line')} with “${condition.find}” within ${counted(condition.minutes, 'minute')}`
  }
}
