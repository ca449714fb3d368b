import type { AutoscalingRules } from '../../contract/wire/instance/autoscaling.ts'
import type { ScalingMeasure, ScalingReason } from '../../contract/wire/instance/scaling/scaling-decision.ts'
import { measureTargets, type ReplicaSize, type ReplicaUse, type TargetMeasure, TOLERANCE } from './measure-targets.ts'
import type { ReplicaLimits } from './scaled-replicas.ts'

/** Everything that a decision depends on. Spans are measured by a clock that never jumps. */
export interface ScalingView {
  rules: AutoscalingRules
  limits: ReplicaLimits
  /** The highest minimum of the schedules in progress; 0 for none. */
  scheduled: number
  /** How many replicas the service is to have now. */
  current: number
  size: ReplicaSize
  /** Those that get traffic. The others of `current` are starting. */
  ready: readonly ReplicaUse[]
  /** A deployment has not taken over the traffic yet. */
  isRollingOut: boolean
  /** Since replicas were last added, and since the number last changed. */
  sinceAddedMs: number
  sinceChangedMs: number
  /** How long no request has come; 0 while that is not known. */
  idleMs: number
  /** The most replicas that were needed in the time for which removals wait. */
  recentlyNeeded: number
}

export type ScalingChoice =
  | { kind: 'scale'; to: number; reason: ScalingReason; needed: number; measures: ScalingMeasure[] }
  /** Nothing is decided, for a reason that is kept. */
  | { kind: 'hold'; reason: 'metricsMissing' | 'rollingOut'; measures: ScalingMeasure[] }
  | { kind: 'keep'; reason: KeepReason; needed: number; measures: ScalingMeasure[] }

export type KeepReason = 'onTarget' | 'addCooldown' | 'removeCooldown' | 'starting' | 'asleep' | 'atLimit'

/** One step adds no more than this, or as many as there are. */
const MIN_STEP = 4

/**
 * Decides how many replicas a service is to have. The whole use of the ready replicas is divided by the target, so that
 * a load that stays the same always leads to the same number.
 */
export const decideReplicas = (view: ScalingView): ScalingChoice => {
  const { rules, limits, current, ready, scheduled } = view
  const floor = Math.min(limits.max, Math.max(limits.min, scheduled))
  const targets = measureTargets(rules, view.size, ready)
  const measures = targets.map(({ metric, value, target, replicas }) => ({ metric, value, target, replicas }))
  const keep = (reason: KeepReason, needed = current): ScalingChoice => ({ kind: 'keep', reason, needed, measures })
  const scale = (to: number, reason: ScalingReason, needed = to): ScalingChoice => ({
    kind: 'scale',
    to,
    reason,
    needed,
    measures,
  })

  if (view.isRollingOut) return { kind: 'hold', reason: 'rollingOut', measures }
  if (current < floor) return scale(floor, scheduled > limits.min ? 'schedule' : 'limits')
  if (current > limits.max) return scale(limits.max, 'limits')
  if (current === 0) return keep('asleep')
  const isIdle = floor === 0 && view.idleMs >= rules.idleSeconds * 1000
  if (isIdle && ready.length >= current) return scale(0, 'idle')
  if (ready.length === 0) return keep('starting')
  if (targets.length > 0 && targets.every(({ ratio }) => ratio === null))
    return { kind: 'hold', reason: 'metricsMissing', measures }

  const lowest = Math.max(1, floor)
  const most = targets.reduce<TargetMeasure | undefined>(
    (high, target) => (replicasFor(target, 'least') > replicasFor(high, 'least') ? target : high),
    undefined,
  )
  const isOver = most?.ratio !== null && most !== undefined && most.ratio > 1 + TOLERANCE
  if (most && isOver && replicasFor(most, 'least') > current) {
    const needed = Math.min(limits.max, replicasFor(most, 'least'))
    if (needed <= current) return keep('atLimit')
    if (view.sinceAddedMs < rules.scaleUpCooldownSeconds * 1000) return keep('addCooldown', needed)
    return scale(Math.min(needed, current + Math.max(MIN_STEP, current)), most.metric, needed)
  }

  // Whatever one target asks for, the others can keep.
  const keptCount = targets.length === 0 ? lowest : Math.max(...targets.map((target) => keeps(target, current)))
  const needed = Math.min(current, Math.max(lowest, keptCount))
  if (needed >= current) return keep('onTarget')
  if (ready.length < current) return keep('starting', needed)
  if (view.sinceChangedMs < rules.scaleDownCooldownSeconds * 1000) return keep('removeCooldown', needed)
  const to = Math.min(current, Math.max(needed, view.recentlyNeeded))
  if (to >= current) return keep('removeCooldown', needed)
  const reason = targets.length === 0 ? (rules.schedules.length > 0 ? 'schedule' : 'limits') : strongest(targets).metric
  return scale(to, reason, needed)
}

const replicasFor = (target: TargetMeasure | undefined, which: 'least' | 'most'): number => target?.[which] ?? 0

/** A target that is not measured, or nearly met, keeps what there is. */
const keeps = (target: TargetMeasure, current: number): number =>
  target.ratio === null || Math.abs(target.ratio - 1) <= TOLERANCE ? current : replicasFor(target, 'most')

const strongest = (targets: readonly TargetMeasure[]): TargetMeasure =>
  targets.reduce((high, target) => (replicasFor(target, 'most') > replicasFor(high, 'most') ? target : high))
