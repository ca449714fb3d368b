import type { CallMessage } from '../contract/call-message.ts'
import { alertKind } from '../contract/kinds/alerts/alert-kind.ts'
import type { Alert } from '../contract/wire/alerts/alert.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
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
