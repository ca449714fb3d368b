import type { AutoscalingRules } from '../../contract/wire/instance/autoscaling.ts'

type Limits = 'minReplicas' | 'maxReplicas'
type Targets = 'cpuPercent' | 'memoryPercent' | 'requestsPerSecond' | 'concurrentRequests'

/** Rules as they are saved, or while they are typed. */
type ShownRules = Readonly<Record<Limits | Targets, AutoscalingRules[Targets]>> & { schedules: readonly unknown[] }

/** Such as `1 to 5 replicas, CPU 70 %, 2 schedules`. */
export const rulesText = ({ minReplicas: min, maxReplicas: max, schedules, ...targets }: ShownRules): string => {
  const { cpuPercent, memoryPercent, requestsPerSecond, concurrentRequests } = targets
  return [
    `${min ?? '–'} to ${max ?? '–'} ${max === 1 ? 'replica' : 'replicas'}`,
    ...(cpuPercent === null ? [] : [`CPU ${cpuPercent} %`]),
    ...(memoryPercent === null ? [] : [`memory ${memoryPercent} %`]),
    ...(requestsPerSecond === null ? [] : [`${requestsPerSecond} requests a second`]),
    ...(concurrentRequests === null ? [] : [`${concurrentRequests} concurrent requests`]),
    ...(schedules.length === 0 ? [] : [`${schedules.length} schedule${schedules.length > 1 ? 's' : ''}`]),
  ].join(', ')
}

/** Every field that has an effect, so that rules that differ have different texts. */
export const wholeRulesText = (rules: AutoscalingRules): string =>
  [
    rulesText({ ...rules, schedules: [] }),
    `adds after ${rules.scaleUpCooldownSeconds} s`,
    `removes after ${rules.scaleDownCooldownSeconds} s`,
    ...(rules.minReplicas === 0 ? [`sleeps after ${rules.idleSeconds} s`] : []),
    ...rules.schedules.map(
      ({ schedule, timeZone, durationMinutes, replicas }) =>
        `at least ${replicas} at ${schedule} (${timeZone}) for ${durationMinutes} min`,
    ),
  ].join(', ')
