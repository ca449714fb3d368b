import type { Alert } from '../../../src/contract/wire/alerts/alert.ts'
import type { Incident } from '../../../src/contract/wire/alerts/incident.ts'
import { ApiError } from '../../http/api-error.ts'
import type { alertIncidents, alerts } from '../../store/schema.ts'
import { isMutedAt } from '../messages/is-muted.ts'

export type AlertRow = typeof alerts.$inferSelect
export type IncidentRow = typeof alertIncidents.$inferSelect

export const alertWire = (row: AlertRow | undefined): Alert => {
  if (!row) throw new ApiError('notFound')
  const { id, isMuted, mutedUntil, createdBy: _, createdAt, updatedAt, ...fields } = row
  return {
    _id: id,
    ...fields,
    muted: isMuted ? { until: mutedUntil?.toISOString() ?? null } : null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

interface IncidentContext {
  alert: Pick<AlertRow, 'name' | 'severity' | 'condition' | 'isMuted' | 'mutedUntil'>
  acknowledger: string | null
}

export const incidentWire = (row: IncidentRow, { alert, acknowledger }: IncidentContext): Incident => ({
  _id: row.id,
  alertId: row.alertId,
  alertName: alert.name,
  ruleKind: alert.condition.kind,
  severity: alert.severity,
  isMuted: isMutedAt(alert, new Date()),
  projectId: row.projectId,
  instanceId: row.instanceId,
  instanceName: row.instanceName,
  service: row.service,
  summary: row.summary,
  value: row.value,
  peak: row.peak,
  threshold: row.threshold,
  startedAt: row.startedAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  endReason: row.endReason,
  acknowledgedBy: row.acknowledgedBy && { userId: row.acknowledgedBy, name: acknowledger ?? '' },
  acknowledgedAt: row.acknowledgedAt?.toISOString() ?? null,
  firingSentAt: row.firingSentAt?.toISOString() ?? null,
  recoveredSentAt: row.recoveredSentAt?.toISOString() ?? null,
})
