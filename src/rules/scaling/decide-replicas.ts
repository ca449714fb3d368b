import type { AutoscalingRules } from '../../contract/wire/instance/autoscaling.ts'
import type { ScalingMeasure, ScalingReason } from '../../contract/wire/instance/scaling/scaling-decision.ts'
import { measureTargets, type ReplicaSize, type ReplicaUse, type TargetMeasure, TOLERANCE } from './measure-targets.ts'
import type { ReplicaLimits } from './scaled-replicas.ts'

/** Everything that a decision depends on. Spans are measured by a clock that never jumps. */
export interface ScalingView {
  rules: AutoscalingRules
  limits: ReplicaLimits
  /** What schedules in progress ask for; 0 for none. */
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
  /** The most replicas that were wanted in the time for which removals wait. */
  recentlyWanted: number
}

export type ScalingChoice =
  | { kind: 'scale'; to: number; reason: ScalingReason; wanted: number; measures: ScalingMeasure[] }
  /** Nothing is decided, for a reason that is kept. */
  | { kind: 'hold'; reason: 'metricsMissing' | 'rollingOut'; measures: ScalingMeasure[] }
  | { kind: 'keep'; reason: KeepReason; wanted: number; measures: ScalingMeasure[] }

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
  const keep = (reason: KeepReason, wanted = current): ScalingChoice => ({ kind: 'keep', reason, wanted, measures })
  const scale = (to: number, reason: ScalingReason, wanted = to): ScalingChoice => ({
    kind: 'scale',
    to,
    reason,
    wanted,
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
    (high, target) => (asks(target, 'least') > asks(high, 'least') ? target : high),
    undefined,
  )
  const isOver = most?.ratio !== null && most !== undefined && most.ratio > 1 + TOLERANCE
  if (most && isOver && asks(most, 'least') > current) {
    const wanted = Math.min(limits.max, asks(most, 'least'))
    if (wanted <= current) return keep('atLimit')
    if (view.sinceAddedMs < rules.scaleUpCooldownSeconds * 1000) return keep('addCooldown', wanted)
    return scale(Math.min(wanted, current + Math.max(MIN_STEP, current)), most.metric, wanted)
  }

  // Whatever one target asks for, the others can keep.
  const needed = targets.length === 0 ? lowest : Math.max(...targets.map((target) => keeps(target, current)))
  const wanted = Math.min(current, Math.max(lowest, needed))
  if (wanted >= current) return keep('onTarget')
  if (ready.length < current) return keep('starting', wanted)
  if (view.sinceChangedMs < rules.scaleDownCooldownSeconds * 1000) return keep('removeCooldown', wanted)
  const to = Math.min(current, Math.max(wanted, view.recentlyWanted))
  if (to >= current) return keep('removeCooldown', wanted)
  const reason = targets.length === 0 ? (rules.schedules.length > 0 ? 'schedule' : 'limits') : strongest(targets).metric
  return scale(to, reason, wanted)
}

const asks = (target: TargetMeasure | undefined, which: 'least' | 'most'): number => target?.[which] ?? 0

/** A target that is not measured, or nearly met, keeps what there is. */
const keeps = (target: TargetMeasure, current: number): number =>
  target.ratio === null || Math.abs(target.ratio - 1) <= TOLERANCE ? current : asks(target, 'most')

const strongest = (targets: readonly TargetMeasure[]): TargetMeasure =>
  targets.reduce((high, target) => (asks(target, 'most') > asks(high, 'most') ? target : high))
