import * as v from 'valibot'
import { instanceId, instant, organizationId, projectId } from '../common.ts'
import type { AlertCondition } from './alert-condition.ts'
import { alertId } from './alert-ids.ts'
import { alertSeverities } from './alert-severity.ts'

// Stored conditions were checked when they were given, so the first page need not load the checks.
const storedCondition = v.looseObject({ kind: v.string() }) as unknown as v.GenericSchema<AlertCondition>

/** A rule that fires incidents. */
export const alert = v.object({
  _id: alertId,
  organizationId,
  name: v.string(),
  projectId: v.nullable(projectId),
  instanceId: v.nullable(instanceId),
  service: v.string(),
  severity: v.picklist(alertSeverities),
  condition: storedCondition,
  channelIds: v.array(v.string()),
  notify: v.boolean(),
  mail: v.boolean(),
  muted: v.nullable(v.object({ until: v.nullable(instant) })),
  /** Incidents that have not ended. */
  firing: v.number(),
  /** Why it cannot be evaluated; empty otherwise. */
  problem: v.string(),
  /** Grows with each change. */
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

export type Alert = v.InferOutput<typeof alert>
