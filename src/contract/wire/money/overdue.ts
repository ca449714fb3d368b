import * as v from 'valibot'
import { instant, micros, projectId } from '../common.ts'

/** From enough credit to the deletion of data; `src/rules/funds/funds-state.ts` has the table. */
export const fundsPhases = ['funded', 'low', 'grace', 'stopped', 'removed'] as const

const nullableInstant = v.nullable(instant)

/** Amounts are in micro-dollars, and absent for members who may not read billing. */
export const overdue = v.object({
  overdue: v.boolean(),
  /** Empty if nothing is overdue. */
  message: v.string(),
  overdueReasons: v.array(v.picklist(['funds'])),
  overdueResponse: v.object({
    /** The debt. */
    exceededFunds: v.exactOptional(micros),
    /** The projects that cost something, and what each costs a day now; only if something is overdue. */
    environments: v.array(v.object({ _id: projectId, name: v.string(), amount: v.exactOptional(micros) })),
  }),
  funds: v.object({
    phase: v.picklist(fundsPhases),
    /** When credit is used up at the present rate; null for never, or if something is overdue. */
    endsAt: nullableInstant,
    /** When everything is stopped, during grace. */
    stopsAt: nullableInstant,
    /** When kept data is deleted, while everything is stopped; null if there is none. */
    dataUntil: nullableInstant,
    balanceMicros: v.exactOptional(micros),
    dailyMicros: v.exactOptional(micros),
  }),
})
export type Overdue = v.InferOutput<typeof overdue>
