import type { CallMessage } from '../contract/call-message.ts'
import { alertChannelKind } from '../contract/kinds/alerts/alert-channel-kind.ts'
import type { AlertChannel } from '../contract/wire/alerts/alert-channel.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type AlertChannels = Entities<AlertChannel>

export const alertChannels = slice<AlertChannels, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(alertChannelKind, {
    readAlertChannels: (response) => response.alertChannels,
    readAlertChannel: ({ alertChannel }) => [alertChannel],
    createAlertChannel: ({ alertChannel }) => [alertChannel],
    updateAlertChannel: ({ alertChannel }) => [alertChannel],
    rotateChannelSecret: ({ alertChannel }) => [alertChannel],
  }),
  'api/deleteAlertChannel.succeeded': (draft, { input }) => {
    remove(draft, input.id)
  },
  ...resetOnUserChange(forget),
})
