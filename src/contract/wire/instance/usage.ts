import * as v from 'valibot'
import { instant, micros } from '../common.ts'

/** What was used between two times. An amount is exact to the millisecond, and rounded up once. */
export const fundsUsage = v.object({
  from: instant,
  to: instant,
  usedMicros: micros,
  /** What everything in use now costs a day. */
  dailyMicros: micros,
})

/** What compute takes from an organisation's wallet; null for a visitor. */
export const walletUsage = v.object({
  from: instant,
  to: instant,
  usedMicros: v.nullable(micros),
  dailyMicros: v.nullable(micros),
})

/** Resources in use now; cpu in milli-units, memory and storage in bytes. */
export const computeUsage = v.object({
  ...fundsUsage.entries,
  instances: v.number(),
  replicas: v.number(),
  cpu: v.number(),
  memory: v.number(),
  storage: v.number(),
  gpu: v.number(),
})

export type FundsUsage = v.InferOutput<typeof fundsUsage>
