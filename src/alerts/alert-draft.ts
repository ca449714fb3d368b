import type { InputOf } from '../contract/contract.ts'
import type { Alert } from '../contract/wire/alerts/alert.ts'
import type { AlertCondition, AlertRuleKind } from '../contract/wire/alerts/alert-condition.ts'
import type { MetricUnit } from '../contract/wire/instance/metrics/metric-chart.ts'

export type AlertSettings = Omit<InputOf<'createAlert'>, 'id'>

const MIB = 1024 ** 2

/** In what users type thresholds, and how much of the series' unit one of it is. */
export const thresholdUnits: Readonly<Record<MetricUnit, { label: string; factor: number }>> = {
  millicores: { label: 'vCPU', factor: 1000 },
  bytes: { label: 'MiB', factor: MIB },
  bytesPerSecond: { label: 'MiB/s', factor: MIB },
  perSecond: { label: 'per second', factor: 1 },
  count: { label: '', factor: 1 },
  milliseconds: { label: 'ms', factor: 1 },
}

export const firstConditions: { readonly [Kind in AlertRuleKind]: Extract<AlertCondition, { kind: Kind }> } = {
  metric: {
    kind: 'metric',
    param: 'cpu',
    of: 'together',
    direction: 'above',
    threshold: 800,
    forSeconds: 300,
    noDataSeconds: null,
  },
  health: { kind: 'health', forSeconds: 300 },
  crashLoop: { kind: 'crashLoop' },
  deployment: { kind: 'deployment' },
  job: { kind: 'job', failures: 1 },
  certificate: { kind: 'certificate', days: 14 },
  certificateOrder: { kind: 'certificateOrder' },
  log: { kind: 'log', find: '', as: 'text', matchCase: false, count: 10, minutes: 5 },
}

const base: Omit<AlertSettings, 'name' | 'condition'> = {
  projectId: null,
  instanceId: null,
  service: '',
  severity: 'warning',
  channelIds: [],
  notify: true,
  mail: false,
}

export const newAlert = (scope: Pick<AlertSettings, 'projectId' | 'instanceId'>): AlertSettings => ({
  ...base,
  ...scope,
  name: '',
  condition: firstConditions.metric,
})

export const settingsOf = (alert: Alert): AlertSettings => ({
  name: alert.name,
  projectId: alert.projectId,
  instanceId: alert.instanceId,
  service: alert.service,
  severity: alert.severity,
  condition: alert.condition,
  channelIds: alert.channelIds,
  notify: alert.notify,
  mail: alert.mail,
})

/** Rules that every organisation profits from. The authors of deployments and jobs learn of failures without one. */
export const proposedAlerts: readonly AlertSettings[] = [
  { ...base, name: 'Crash loop', severity: 'critical', condition: firstConditions.crashLoop },
  { ...base, name: 'Unhealthy for 5 minutes', severity: 'critical', condition: firstConditions.health },
  { ...base, name: 'Certificate expires soon', condition: firstConditions.certificate },
]
