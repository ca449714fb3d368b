import * as v from 'valibot'
import { filledText, whole } from '../common.ts'

const from = (least: number, most: number, tooFew: string, tooMany: string) =>
  v.pipe(whole, v.minValue(least, tooFew), v.maxValue(most, tooMany))

const MAX_REPLICAS = 100
const TOO_MANY = `At most ${MAX_REPLICAS} replicas.`
const fewest = from(0, MAX_REPLICAS, 'Must be 0 or more.', TOO_MANY)
const most = from(1, MAX_REPLICAS, 'At least 1 replica.', TOO_MANY)
const percent = from(1, 100, 'Must be from 1 to 100.', 'Must be from 1 to 100.')
const rate = from(1, 100_000, 'Must be 1 or more.', 'At most 100,000.')
const seconds = from(0, 86_400, 'Must be 0 or more.', 'At most a day.')
const target = <T extends typeof percent>(schema: T) => v.optional(v.nullable(schema), null)

/** Times at which a service has at least so many replicas, whatever its load. */
export const scalingSchedule = v.strictObject({
  /** When it begins: five fields of a cron schedule, by clocks of the time zone. */
  schedule: filledText(100),
  timeZone: v.optional(filledText(60), 'UTC'),
  durationMinutes: from(1, 10_080, 'At least 1 minute.', 'At most a week.'),
  replicas: most,
})

const settings = v.strictObject({
  /** 0 only for a service with a public HTTP port, whose first request starts a replica again. */
  minReplicas: fewest,
  maxReplicas: most,
  /** Of what a replica may use, as the mean of all that are ready. */
  cpuPercent: target(percent),
  memoryPercent: target(percent),
  /** For each replica, as the gateway counts. */
  requestsPerSecond: target(rate),
  concurrentRequests: target(rate),
  schedules: v.optional(v.pipe(v.array(scalingSchedule), v.maxLength(10, 'At most 10 schedules.')), []),
  /** After a change, the time until more replicas are added or removed. */
  scaleUpCooldownSeconds: v.optional(seconds),
  scaleDownCooldownSeconds: v.optional(seconds),
  /** Earlier versions had one for both directions. */
  cooldownSeconds: v.optional(seconds),
  /** How long a service has no requests before it has no replicas, where the minimum is 0. */
  idleSeconds: v.optional(from(30, 86_400, 'At least 30 seconds.', 'At most a day.'), 300),
})

export const DEFAULT_UP_SECONDS = 30
export const DEFAULT_DOWN_SECONDS = 120

/** When a service gets more or fewer replicas. */
export const autoscalingRules = v.pipe(
  settings,
  v.forward(
    v.check(({ minReplicas, maxReplicas }) => minReplicas <= maxReplicas, 'Must not be below the minimum.'),
    ['maxReplicas'],
  ),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return
    const { schedules, maxReplicas } = dataset.value
    for (const [at, item] of schedules.entries())
      if (item.replicas > maxReplicas)
        addIssue({
          message: 'Must not be above the maximum.',
          path: [
            { type: 'object', origin: 'value', input: dataset.value, key: 'schedules', value: schedules },
            { type: 'array', origin: 'value', input: schedules, key: at, value: item },
            { type: 'object', origin: 'value', input: item, key: 'replicas', value: item.replicas },
          ],
        })
  }),
  v.check(
    ({ cpuPercent, memoryPercent, requestsPerSecond, concurrentRequests, schedules, minReplicas }) =>
      [cpuPercent, memoryPercent, requestsPerSecond, concurrentRequests].some((value) => value !== null) ||
      schedules.length > 0 ||
      minReplicas === 0,
    'Choose a target, a schedule, or a minimum of 0 replicas.',
  ),
  v.transform(({ cooldownSeconds, scaleUpCooldownSeconds, scaleDownCooldownSeconds, ...rules }) => ({
    ...rules,
    scaleUpCooldownSeconds: scaleUpCooldownSeconds ?? cooldownSeconds ?? DEFAULT_UP_SECONDS,
    scaleDownCooldownSeconds: scaleDownCooldownSeconds ?? cooldownSeconds ?? DEFAULT_DOWN_SECONDS,
  })),
)

const { cooldownSeconds: _, ...kept } = settings.entries

/** As they are stored and returned. */
export const savedRules = v.object({
  ...kept,
  scaleUpCooldownSeconds: seconds,
  scaleDownCooldownSeconds: seconds,
})

export type AutoscalingRules = v.InferOutput<typeof autoscalingRules>
export type ScalingSchedule = v.InferOutput<typeof scalingSchedule>
