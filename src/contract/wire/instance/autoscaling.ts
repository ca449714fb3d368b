import * as v from 'valibot'
import { whole } from '../common.ts'

const replicas = v.pipe(whole, v.minValue(1, 'At least 1 replica.'), v.maxValue(100, 'At most 100 replicas.'))
const percent = v.pipe(whole, v.minValue(1, 'Must be from 1 to 100.'), v.maxValue(100, 'Must be from 1 to 100.'))
const seconds = v.pipe(whole, v.minValue(0, 'Must be 0 or more.'), v.maxValue(86_400, 'At most a day.'))

/** When a service gets more or fewer replicas. */
export const autoscalingRules = v.pipe(
  v.strictObject({
    minReplicas: replicas,
    maxReplicas: replicas,
    cpuPercent: v.optional(v.nullable(percent), null),
    memoryPercent: v.optional(v.nullable(percent), null),
    /** The time between two changes in the same direction. */
    cooldownSeconds: v.optional(seconds, 60),
  }),
  v.forward(
    v.check(({ minReplicas, maxReplicas }) => minReplicas <= maxReplicas, 'Must not be below the minimum.'),
    ['maxReplicas'],
  ),
  v.check(
    ({ cpuPercent, memoryPercent }) => cpuPercent !== null || memoryPercent !== null,
    'Choose a target for CPU or memory.',
  ),
)

export type AutoscalingRules = v.InferOutput<typeof autoscalingRules>
