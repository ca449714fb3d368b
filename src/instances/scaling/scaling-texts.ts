import type { ResponseOf } from '../../contract/contract.ts'
import type {
  ScalingDecision,
  ScalingMeasure,
  ScalingReason,
} from '../../contract/wire/instance/scaling/scaling-decision.ts'

type Choice = NonNullable<ResponseOf<'readScaling'>['services'][number]['choice']>

const metricLabels: Readonly<Record<ScalingMeasure['metric'], string>> = {
  cpu: 'CPU',
  memory: 'Memory',
  requests: 'Requests',
  concurrency: 'Concurrent requests',
}

const valueText = (metric: ScalingMeasure['metric'], value: number): string => {
  const rounded = value < 10 ? Math.round(value * 10) / 10 : Math.round(value)
  if (metric === 'requests') return `${rounded} a second`
  return metric === 'concurrency' ? String(rounded) : `${rounded} %`
}

/** Such as `CPU 83 %, target 70 %`, of each replica. */
export const measureText = ({ metric, value, target }: ScalingMeasure): string =>
  `${metricLabels[metric]} ${value === null ? 'not measured' : valueText(metric, value)}, target ${valueText(metric, target)}`

export const measuresText = (measures: readonly ScalingMeasure[]): string => measures.map(measureText).join('; ')

const reasonTexts: Readonly<Record<ScalingReason, string>> = {
  cpu: 'CPU use',
  memory: 'Memory use',
  requests: 'Requests a second',
  concurrency: 'Concurrent requests',
  schedule: 'Schedule',
  limits: 'Limits of the rules',
  idle: 'No requests',
  wake: 'First request',
  deployment: 'Deployment',
  rulesRemoved: 'Rules removed',
  metricsMissing: 'Metrics missing',
  rollingOut: 'Deployment in progress',
}

export const reasonText = (reason: ScalingReason): string => reasonTexts[reason]

const replicas = (count: number): string => `${count} ${count === 1 ? 'replica' : 'replicas'}`

const choiceTexts: Readonly<Record<Exclude<Choice['reason'], ScalingReason>, string>> = {
  onTarget: 'The load is on target.',
  addCooldown: 'More replicas are needed; the cool-down is not over.',
  removeCooldown: 'Fewer replicas would do; the cool-down is not over.',
  starting: 'Replicas are starting.',
  asleep: 'Asleep. The first request starts a replica.',
  atLimit: 'The load is above its target, and the maximum is reached.',
}

/** Says what the rules do now, and why. */
export const choiceText = (choice: Choice | null): string => {
  if (!choice) return 'Not decided yet. Decisions are made every ten seconds where replicas are measured.'
  const { kind, reason, to } = choice
  if (reason in choiceTexts) return choiceTexts[reason as keyof typeof choiceTexts]
  if (reason === 'metricsMissing') return 'On hold: the replicas are not measured. The number stays as it is.'
  if (reason === 'rollingOut') return 'On hold until the deployment has taken over the traffic.'
  const why = reasonTexts[reason as ScalingReason]
  return kind === 'scale' ? `Changes to ${replicas(to)}. Reason: ${why}.` : `${why}.`
}

/** Such as `2 to 4 replicas`. */
export const decisionText = ({ outcome, from, to }: ScalingDecision): string => {
  if (outcome === 'held') return 'On hold'
  if (outcome === 'resumed') return 'Resumed'
  return outcome === 'rejected' ? `${replicas(to)} refused` : `${from} to ${replicas(to)}`
}
