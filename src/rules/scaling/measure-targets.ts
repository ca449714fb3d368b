import type { AutoscalingRules } from '../../contract/wire/instance/autoscaling.ts'
import type { ScalingMeasure } from '../../contract/wire/instance/scaling/scaling-decision.ts'

/** What a ready replica used lately; null where it was not measured. */
export interface ReplicaUse {
  cpuMilli: number | null
  memoryBytes: number | null
  requestsPerSecond: number | null
  connections: number | null
}

export interface ReplicaSize {
  cpuMilli: number
  memoryBytes: number
}

export interface TargetMeasure extends ScalingMeasure {
  /** The mean of those that were measured, in parts of the target; null if none was. */
  ratio: number | null
  /** The replicas that the metric asks for, if what was not measured uses nothing, or just its target. */
  least: number | null
  most: number | null
}

/** A mean this near to its target changes nothing. */
export const TOLERANCE = 0.1
/** Keeps a sum of exact targets from counting as more than it is. */
const ROUNDING = 1e-9

/** Compares the use of the ready replicas with each target of the rules. */
export const measureTargets = (
  rules: AutoscalingRules,
  size: ReplicaSize,
  ready: readonly ReplicaUse[],
): TargetMeasure[] => {
  const of = (metric: ScalingMeasure['metric'], target: number | null, use: (replica: ReplicaUse) => number | null) =>
    target === null ? [] : [measure(metric, target, ready.map(use))]
  return [
    ...of('cpu', rules.cpuPercent, ({ cpuMilli }) => percentOf(cpuMilli, size.cpuMilli)),
    ...of('memory', rules.memoryPercent, ({ memoryBytes }) => percentOf(memoryBytes, size.memoryBytes)),
    ...of('requests', rules.requestsPerSecond, ({ requestsPerSecond }) => requestsPerSecond),
    ...of('concurrency', rules.concurrentRequests, ({ connections }) => connections),
  ]
}

const percentOf = (value: number | null, whole: number): number | null =>
  value === null ? null : (value * 100) / whole

const measure = (
  metric: ScalingMeasure['metric'],
  target: number,
  values: readonly (number | null)[],
): TargetMeasure => {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return { metric, target, value: null, replicas: null, ratio: null, least: null, most: null }
  const sum = known.reduce((total, value) => total + value, 0)
  const value = sum / known.length
  const missing = values.length - known.length
  const needed = (total: number) => Math.ceil(total / target - ROUNDING)
  const least = needed(sum)
  return { metric, target, value, replicas: least, ratio: value / target, least, most: needed(sum + missing * target) }
}
