import * as v from 'valibot'
import { deploymentId, instant, replicaId } from '../../common.ts'

export const KEPT_HEALTH_RESULTS = 100

/** One attempt of a health check. */
export const healthResult = v.object({
  at: instant,
  isHealthy: v.boolean(),
  durationMs: v.number(),
  /** Why it failed; empty when it did not. */
  reason: v.string(),
})

/** The last results of one replica, at most 100, oldest first; none for a service without a health check. */
export const replicaHealth = v.object({
  replicaId,
  deploymentId,
  service: v.string(),
  index: v.number(),
  hasCheck: v.boolean(),
  results: v.array(healthResult),
})

export type HealthResult = v.InferOutput<typeof healthResult>
export type ReplicaHealth = v.InferOutput<typeof replicaHealth>
