import type { CallMessage } from '../contract/call-message.ts'
import { alertKind } from '../contract/kinds/alerts/alert-kind.ts'
import type { Alert } from '../contract/wire/alerts/alert.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { rowsOf } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type Alerts = Entities<Alert>

export const alerts = slice<Alerts, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(alertKind, {
    readAlerts: (response) => response.alerts,
    readAlert: ({ alert }) => [alert],
    createAlert: ({ alert }) => [alert],
    updateAlert: ({ alert }) => [alert],
    muteAlert: ({ alert }) => [alert],
  }),
  'api/deleteAlert.succeeded': (draft, { input }) => {
    remove(draft, input.id)
  },
  ...resetOnUserChange(forget),
})

export const selectAlerts = (state: { alerts: Alerts }): Alerts => state.alerts

/** An organisation's alert rules: those that fire first, then by name. */
export const alertsOf = ({ shards }: Pick<Alerts, 'shards'>, organizationId: string): Alert[] =>
  rowsOf(shards)
    .filter((alert) => alert.organizationId === organizationId)
    .sort((a, b) => Number(b.firing > 0) - Number(a.firing > 0) || a.name.localeCompare(b.name))

/** Whether a rule watches an instance. */
export const watchesInstance = (alert: Alert, { _id, projectId }: { _id: string; projectId: string }): boolean =>
  alert.instanceId === null ? alert.projectId === null || alert.projectId === projectId : alert.instanceId === _id
