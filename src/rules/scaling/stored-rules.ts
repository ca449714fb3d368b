import * as v from 'valibot'
import { type AutoscalingRules, autoscalingRules } from '../../contract/wire/instance/autoscaling.ts'

/** Reads rules as they are stored: earlier versions had fewer fields. */
export const storedRules = (stored: unknown): AutoscalingRules | null => {
  const read = v.safeParse(autoscalingRules, stored)
  return read.success ? read.output : null
}

/** The rules of an instance, by service. */
export const storedRulesOf = (stored: Readonly<Record<string, unknown>>): Record<string, AutoscalingRules> =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([service, given]) => {
      const rules = storedRules(given)
      return rules ? [[service, rules]] : []
    }),
  )
