import * as v from 'valibot'
import { filledText, instanceId, instant, organizationId, projectId, text, userId, uuid } from '../common.ts'
import { alertCondition } from './alert-condition.ts'

export const alertId = v.pipe(uuid, v.brand('AlertId'))
export const incidentId = v.pipe(uuid, v.brand('IncidentId'))

export const alertSeverities = ['critical', 'warning', 'info'] as const
export type AlertSeverity = (typeof alertSeverities)[number]

/** Why an incident ended. */
export const incidentEnds = ['recovered', 'gone', 'changed'] as const

/** Without a time, until a user ends it. */
const mute = v.nullable(v.strictObject({ until: v.nullable(instant) }))

/** What a user decides about a rule. */
export const alertSettings = {
  name: filledText(60),
  /** The whole organisation, unless it is about one project or one instance. */
  projectId: v.nullable(projectId),
  instanceId: v.nullable(instanceId),
  /** One service by its name; empty for all. */
  service: text(63),
  severity: v.picklist(alertSeverities),
  condition: alertCondition,
  /** Channels that receive its messages. */
  channelIds: v.pipe(v.array(uuid), v.maxLength(20, 'At most 20 channels.')),
  /** Whether members get a notification. */
  notify: v.boolean(),
  /** Whether owners and administrators get a mail. */
  mail: v.boolean(),
}

/** A rule that fires incidents. */
export const alert = v.object({
  _id: alertId,
  organizationId,
  ...alertSettings,
  muted: mute,
  /** Incidents that have not ended. */
  firing: v.number(),
  /** Why it cannot be evaluated; empty otherwise. */
  problem: v.string(),
  /** Grows with each change. */
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

/** One time that a rule fired for one thing, such as a service or a domain. */
export const incident = v.object({
  _id: incidentId,
  alertId,
  alertName: v.string(),
  ruleKind: v.string(),
  severity: v.picklist(alertSeverities),
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

export const muteBody = v.strictObject({ muted: mute })

export type AlertId = v.InferOutput<typeof alertId>
export type Alert = v.InferOutput<typeof alert>
export type IncidentId = v.InferOutput<typeof incidentId>
export type Incident = v.InferOutput<typeof incident>
