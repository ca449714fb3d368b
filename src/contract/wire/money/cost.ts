import * as v from 'valibot'
import { instanceId, instant, micros, projectId } from '../common.ts'

export const costSteps = ['hour', 'day'] as const
export type CostStep = (typeof costSteps)[number]

/** What costs are divided by. `subject` is what is used: running replicas, jobs, volumes, snapshots or addresses. */
export const costDivisions = ['project', 'instance', 'service', 'subject'] as const
export type CostDivision = (typeof costDivisions)[number]

const costPart = v.object({
  /** Unique in a report. */
  key: v.string(),
  project: v.nullable(v.object({ _id: projectId, name: v.nullable(v.string()) })),
  /** Null for what belongs to no instance, such as a volume. */
  instance: v.nullable(v.object({ _id: instanceId, name: v.nullable(v.string()) })),
  service: v.nullable(v.string()),
  subject: v.nullable(v.picklist(['replica', 'run', 'volume', 'snapshot', 'address'])),
  /** For each step. */
  costs: v.array(micros),
  totalMicros: micros,
})

/**
 * What an organisation used between two times, as it is charged: each interval of usage is rounded down once, and the steps of a
 * part add up to its total, and the totals to that of the report.
 */
export const costReport = v.object({
  /** The start of the first step, in UTC, and the end of the last, or now if that is earlier. */
  from: instant,
  to: instant,
  step: v.picklist(costSteps),
  /** The starts of the steps. */
  starts: v.array(instant),
  /** The most expensive first; at most 100. */
  parts: v.array(costPart),
  /** What the parts beyond those cost together. */
  others: v.object({ count: v.number(), costs: v.array(micros), totalMicros: micros }),
  totalMicros: micros,
  /** What everything in use now costs a day. */
  dailyMicros: micros,
})

const perStep = v.array(v.number())

/** How much of each resource was used in each step, in hours: of a vCPU, a GiB of memory, a GiB of storage, a GPU, an address. */
export const resourceHours = v.object({
  from: instant,
  to: instant,
  step: v.picklist(costSteps),
  starts: v.array(instant),
  cpu: perStep,
  memory: perStep,
  storage: perStep,
  gpu: perStep,
  addresses: perStep,
})

export type CostReport = v.InferOutput<typeof costReport>
export type CostPart = v.InferOutput<typeof costPart>
export type ResourceHours = v.InferOutput<typeof resourceHours>
