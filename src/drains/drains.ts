import type { CallMessage } from '../contract/call-message.ts'
import { drainKind } from '../contract/kinds/compute/drain-kind.ts'
import type { Drain } from '../contract/wire/drains/drain.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type Drains = Entities<Drain>

export const drains = slice<Drains, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(drainKind, {
    readDrains: (response) => response.drains,
    readDrain: ({ drain }) => [drain],
    createDrain: ({ drain }) => [drain],
    updateDrain: ({ drain }) => [drain],
    setDrainState: ({ drain }) => [drain],
  }),
  'api/deleteDrain.succeeded': (draft, { input }) => {
    remove(draft, input.id)
  },
  ...resetOnUserChange(forget),
})
