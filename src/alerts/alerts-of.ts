import type { Alert } from '../contract/wire/alerts/alert.ts'
import { rowsOf } from '../core/shards.ts'
import type { Alerts } from './alerts.ts'

export const selectAlerts = (state: { alerts: Alerts }): Alerts => state.alerts

/** An organisation's alert rules: those that fire first, then by name. */
export const alertsOf = ({ shards }: Pick<Alerts, 'shards'>, organizationId: string): Alert[] =>
  rowsOf(shards)
    .filter((alert) => alert.organizationId === organizationId)
    .sort((a, b) => Number(b.firing > 0) - Number(a.firing > 0) || a.name.localeCompare(b.name))

/** Whether a rule watches an instance. */
export const watchesInstance = (alert: Alert, { _id, projectId }: { _id: string; projectId: string }): boolean =>
  alert.instanceId === null ? alert.projectId === null || alert.projectId === projectId : alert.instanceId === _id
