import { type Schedule, scheduleProblem } from '../../../src/rules/schedule/schedule.ts'
import { invalidField } from '../catalogue/invalid-field.ts'

/** Rejects what is no schedule at its field. */
export const checkSchedule = (schedule: Schedule, now: Date): void => {
  const problem = scheduleProblem(schedule, now)
  if (problem) throw invalidField(problem.field, problem.message)
}
