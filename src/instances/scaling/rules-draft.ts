import * as v from 'valibot'
import {
  type AutoscalingRules,
  autoscalingRules,
  DEFAULT_DOWN_SECONDS,
  DEFAULT_UP_SECONDS,
} from '../../contract/wire/instance/autoscaling.ts'
import { scheduleProblem } from '../../rules/schedule/schedule.ts'
import { fieldMessage } from '../../rules/validation/field-message.ts'
import type { RulesDraft } from './rules-draft-schema.ts'

export type RulesErrors = Readonly<Record<string, string>>

/** The path of a field of the rules within their service. */
export const fieldOfRules = (field: string): string => `autoscalingRules${field && `.${field}`}`

const scheduleFields = ['schedule', 'timeZone', 'durationMinutes', 'replicas'] as const

/** Every field of the rules, as their errors name them. */
export const fieldsOf = (draft: RulesDraft): string[] => [
  '',
  ...Object.keys(draft),
  ...draft.schedules.flatMap((_, at) => scheduleFields.map((field) => `schedules.${at}.${field}`)),
]

const proposed: Omit<RulesDraft, 'schedules'> = {
  minReplicas: 1,
  maxReplicas: 3,
  cpuPercent: 70,
  memoryPercent: null,
  requestsPerSecond: null,
  concurrentRequests: null,
  scaleUpCooldownSeconds: DEFAULT_UP_SECONDS,
  scaleDownCooldownSeconds: DEFAULT_DOWN_SECONDS,
  idleSeconds: 300,
}

/** Returns the saved rules, or those that are proposed to a service without any. */
export const draftOf = (rules: AutoscalingRules | null): RulesDraft =>
  rules
    ? { ...rules, schedules: rules.schedules.map((schedule, at) => ({ ...schedule, key: `saved ${at}` })) }
    : { ...proposed, schedules: [] }

export const withSchedule = (draft: RulesDraft, timeZone: string): RulesDraft => {
  const taken = new Set(draft.schedules.map(({ key }) => key))
  const key = Array.from(taken, (_, at) => `new ${at}`).find((free) => !taken.has(free)) ?? `new ${taken.size}`
  const next = { key, schedule: '0 8 * * 1-5', timeZone, durationMinutes: 600, replicas: 2 }
  return { ...draft, schedules: [...draft.schedules, next] }
}

/** Returns the rules of a draft as they are sent, valid or not. */
export const rulesInput = ({
  schedules,
  scaleUpCooldownSeconds: up,
  scaleDownCooldownSeconds: down,
  idleSeconds,
  minReplicas,
  maxReplicas,
  ...targets
}: RulesDraft): v.InferInput<typeof autoscalingRules> => ({
  minReplicas: numberOf(minReplicas),
  maxReplicas: numberOf(maxReplicas),
  ...targets,
  schedules: schedules.map(({ key: _, durationMinutes, replicas, ...schedule }) => ({
    ...schedule,
    durationMinutes: numberOf(durationMinutes),
    replicas: numberOf(replicas),
  })),
  ...(up !== null && { scaleUpCooldownSeconds: up }),
  ...(down !== null && { scaleDownCooldownSeconds: down }),
  ...(idleSeconds !== null && { idleSeconds }),
})

/** An empty field becomes no number, which the contract's validation rejects. */
const numberOf = (typed: number | null): number => typed ?? Number.NaN

/** No schedule has a year, so that any moment shows whether it ever comes. */
export const SOME_MOMENT = new Date(0)

/** Returns the errors of schedules that the contract accepts and that never come, by field. */
export const scheduleErrors = ({ schedules }: Pick<RulesDraft, 'schedules'>, now: Date): RulesErrors =>
  Object.fromEntries(
    schedules.flatMap((schedule, at) => {
      const problem = scheduleProblem(schedule, now)
      return problem ? [[`schedules.${at}.${problem.field}`, problem.message]] : []
    }),
  )

/** Returns the rules of a draft, or its errors by field, such as `schedules.0.schedule`; `''` is of all together. */
export const typedRules = (draft: RulesDraft, now: Date): { rules: AutoscalingRules } | { errors: RulesErrors } => {
  const read = v.safeParse(autoscalingRules, rulesInput(draft))
  const found = (read.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', fieldMessage(issue)])
  // The first issue of a field is the one that is shown.
  const errors = { ...scheduleErrors(draft, now), ...Object.fromEntries(found.reverse()) }
  return read.success && Object.keys(errors).length === 0 ? { rules: read.output } : { errors }
}
