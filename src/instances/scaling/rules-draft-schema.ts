import * as v from 'valibot'

const typed = v.nullable(v.number())

/** The rules of a service as they are typed. Null is an empty field. */
export const rulesDraft = v.object({
  minReplicas: typed,
  maxReplicas: typed,
  cpuPercent: typed,
  memoryPercent: typed,
  requestsPerSecond: typed,
  concurrentRequests: typed,
  schedules: v.array(
    v.object({
      key: v.string(),
      schedule: v.string(),
      timeZone: v.string(),
      durationMinutes: typed,
      replicas: typed,
    }),
  ),
  scaleUpCooldownSeconds: typed,
  scaleDownCooldownSeconds: typed,
  idleSeconds: typed,
})

export type RulesDraft = v.InferOutput<typeof rulesDraft>
export type ScheduleDraft = RulesDraft['schedules'][number]
