import * as v from 'valibot'
import { instant } from '../../common.ts'

/**
 * `scaled` changed the number of replicas, `rejected` was not admitted; nothing could be decided from `held` to
 * `resumed`.
 */
export const scalingOutcomes = ['scaled', 'held', 'resumed', 'rejected'] as const

/** Why a service gets other replicas, or none for now. */
export const scalingReasons = [
  'cpu',
  'memory',
  'requests',
  'concurrency',
  'schedule',
  'limits',
  'idle',
  'wake',
  'deployment',
  'rulesRemoved',
  'metricsMissing',
  'rollingOut',
] as const

/** What was measured for a decision: the mean of each ready replica, and what it is to be. */
export const scalingMeasure = v.object({
  metric: v.picklist(['cpu', 'memory', 'requests', 'concurrency']),
  /** Null where it was not measured. */
  value: v.nullable(v.number()),
  target: v.number(),
  /** How many replicas this metric alone asks for; null without a value. */
  replicas: v.nullable(v.number()),
})

export const scalingDecision = v.object({
  _id: v.string(),
  service: v.string(),
  outcome: v.picklist(scalingOutcomes),
  reason: v.picklist(scalingReasons),
  from: v.number(),
  to: v.number(),
  measures: v.array(scalingMeasure),
  /** Why it was not admitted; empty otherwise. */
  message: v.string(),
  at: instant,
})

export type ScalingOutcome = (typeof scalingOutcomes)[number]
export type ScalingReason = (typeof scalingReasons)[number]
export type ScalingMeasure = v.InferOutput<typeof scalingMeasure>
export type ScalingDecision = v.InferOutput<typeof scalingDecision>
