import * as v from 'valibot'
import { instanceId, instant, projectId, userId, uuid } from '../common.ts'
import { alertId } from './alert-ids.ts'
import { alertSeverities } from './alert-severity.ts'

export const incidentId = v.pipe(uuid, v.brand('IncidentId'))

/** Why an incident ended. */
export const incidentEnds = ['recovered', 'gone', 'changed'] as const

/** One time that a rule fired for one thing, such as a service or a domain. */
export const incident = v.object({
  _id: incidentId,
  alertId,
  alertName: v.string(),
  ruleKind: v.string(),
  severity: v.picklist(alertSeverities),
  /** Whether its rule is muted now. */
  isMuted: v.boolean(),
  projectId: v.nullable(projectId),
  instanceId: v.nullable(instanceId),
  instanceName: v.string(),
  service: v.string(),
  summary: v.string(),
  value: v.nullable(v.number()),
  /** The value furthest beyond the threshold. */
  peak: v.nullable(v.number()),
  threshold: v.nullable(v.number()),
  startedAt: instant,
  endedAt: v.nullable(instant),
  endReason: v.nullable(v.picklist(incidentEnds)),
  acknowledgedBy: v.nullable(v.object({ userId, name: v.string() })),
  acknowledgedAt: v.nullable(instant),
  /** When its messages were written; null before, and while the rule is muted. */
  firingSentAt: v.nullable(instant),
  recoveredSentAt: v.nullable(instant),
})

export type IncidentId = v.InferOutput<typeof incidentId>
export type Incident = v.InferOutput<typeof incident>
