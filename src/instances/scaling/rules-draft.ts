import * as v from 'valibot'
import {
  type AutoscalingRules,
  autoscalingRules,
  DEFAULT_DOWN_SECONDS,
  DEFAULT_UP_SECONDS,
} from '../../contract/wire/instance/autoscaling.ts'
import { scheduleProblem } from '../../rules/schedule/schedule.ts'
import { fieldMessage } from '../../rules/validation/field-message.ts'

export interface ScheduleDraft {
  key: string
  schedule: string
  timeZone: string
  durationMinutes: number | null
  replicas: number | null
}

/** The rules of a service as they are typed. Null is an empty field. */
export interface RulesDraft extends Record<Exclude<keyof AutoscalingRules, 'schedules'>, number | null> {
  schedules: readonly ScheduleDraft[]
}

export type RulesErrors = Readonly<Record<string, string>>

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

/** Returns the rules of a draft, or its errors by field, such as `schedules.0.schedule`; `''` is of all together. */
export const typedRules = (draft: RulesDraft, now: Date): { rules: AutoscalingRules } | { errors: RulesErrors } => {
  const { schedules, scaleUpCooldownSeconds: up, scaleDownCooldownSeconds: down, idleSeconds, ...others } = draft
  const given = {
    ...others,
    schedules: schedules.map(({ key: _, ...schedule }) => schedule),
    ...(up !== null && { scaleUpCooldownSeconds: up }),
    ...(down !== null && { scaleDownCooldownSeconds: down }),
    ...(idleSeconds !== null && { idleSeconds }),
  }
  const read = v.safeParse(autoscalingRules, given)
  const errors: Record<string, string> = {}
  for (const issue of read.issues ?? []) errors[v.getDotPath(issue) ?? ''] ??= fieldMessage(issue)
  for (const [at, schedule] of schedules.entries()) {
    const problem = scheduleProblem(schedule, now)
    if (problem) errors[`schedules.${at}.${problem.field}`] ??= problem.message
  }
  return read.success && Object.keys(errors).length === 0 ? { rules: read.output } : { errors }
}
