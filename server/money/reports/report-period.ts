import type { CostStep } from '../../../src/contract/wire/money/cost.ts'
import { fieldError } from '../../http/field-error.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DEFAULT_MS = 30 * DAY_MS
const stepMs = { hour: HOUR_MS, day: DAY_MS } as const
const maxMs = { hour: 31 * DAY_MS, day: 400 * DAY_MS } as const

/** A period of whole steps, in milliseconds. */
export interface ReportPeriod {
  step: CostStep
  stepMs: number
  fromMs: number
  toMs: number
  /** Of each step. */
  starts: number[]
}

type Requested = { from?: string | undefined; to?: string | undefined; step: CostStep }

/** Returns the steps that a period touches. Days begin at midnight UTC. */
export const reportPeriodOf = ({ from, to, step }: Requested, now: Date): ReportPeriod => {
  const length = stepMs[step]
  const untilMs = to === undefined ? now.getTime() : Date.parse(to)
  const sinceMs = from === undefined ? untilMs - DEFAULT_MS : Date.parse(from)
  if (sinceMs >= untilMs) throw fieldError('from', 'Not before the end.')
  const fromMs = Math.floor(sinceMs / length) * length
  const toMs = Math.ceil(untilMs / length) * length
  if (toMs - fromMs > maxMs[step] + length)
    throw fieldError('from', step === 'hour' ? 'At most 31 days by hour.' : 'At most 400 days.')
  const starts = Array.from({ length: (toMs - fromMs) / length }, (_, place) => fromMs + place * length)
  return { step, stepMs: length, fromMs, toMs, starts }
}
