import type { AutoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { scheduleProblem } from '../../../src/rules/schedule/schedule.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import type { Regions } from '../catalogue/regions/regions.ts'

interface GivenRules {
  rules: AutoscalingRules | null
  field: string
}

/** Rejects rules that the region forbids, and schedules that never come, at their field. */
export function checkRules({ list }: Pick<Regions, 'list'>, region: string, { rules, field }: GivenRules): void {
  if (!rules) return
  const found = list.find(({ name }) => name === region)
  if (found?.forbidsAutoscaling)
    throw invalidField(field, `${found.title} does not offer autoscaling. Remove the rules, or choose another region.`)
  for (const [at, schedule] of rules.schedules.entries()) {
    const problem = scheduleProblem(schedule, new Date())
    if (problem) throw invalidField(`${field}.schedules.${at}.${problem.field}`, problem.message)
  }
}

/** As `checkRules`, for all services of a configuration. */
export function checkRulesOf(
  regions: Pick<Regions, 'list'>,
  region: string,
  services: readonly { autoscalingRules: AutoscalingRules | null }[],
): void {
  for (const [at, { autoscalingRules: rules }] of services.entries())
    checkRules(regions, region, { rules, field: `configuration.services.${at}.autoscalingRules` })
}

/** The rules of an instance, from those of its services. */
export const rulesOf = (
  services: readonly { name: string; autoscalingRules: AutoscalingRules | null }[],
): Record<string, AutoscalingRules> =>
  Object.fromEntries(
    services.flatMap(({ name, autoscalingRules }) => (autoscalingRules ? [[name, autoscalingRules]] : [])),
  )
