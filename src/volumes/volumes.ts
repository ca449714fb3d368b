import type { CallMessage } from '../contract/call-message.ts'
import { volumeKind } from '../contract/kinds/volume-kind.ts'
import type { Volume } from '../contract/wire/volumes/volume.ts'
import { type Entities, forget, noEntities } from '../core/entities.ts'
import { rowOf } from '../core/shards.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type Volumes = Entities<Volume>

export const volumes = slice<Volumes, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(volumeKind, {
    readProjectVolumes: (response) => response.volumes,
    readInstanceVolumes: (response) => response.volumes,
    readVolume: ({ volume }) => [volume],
    resizeVolume: ({ volume }) => [volume],
  }),
  ...resetOnUserChange(forget),
})

export const selectVolumes = (state: { volumes: Volumes }): Volumes => state.volumes

export const selectVolume =
  (id: string) =>
  (state: { volumes: Volumes }): Volume | null =>
    rowOf(state.volumes.shards, id) ?? null
