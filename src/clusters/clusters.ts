import type { CallMessage } from '../contract/call-message.ts'
import { clusterKind } from '../contract/kinds/cluster-kind.ts'
import type { Cluster } from '../contract/wire/instance/cluster.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { slice } from '../core/slice.ts'
import type { LiveMessage } from '../live/live-message.ts'
import { entityHandlers } from '../resources/entity-handlers.ts'
import { resetOnUserChange, type SessionMessage } from '../session/session-message.ts'

export type Clusters = Entities<Cluster>

export const clusters = slice<Clusters, CallMessage | LiveMessage | SessionMessage>(noEntities, {
  ...entityHandlers(clusterKind, {
    readClusters: (response) => response.clusters,
    readCluster: ({ cluster }) => [cluster],
  }),
  'api/deleteCluster.succeeded': (draft, { input }) => {
    remove(draft, input.id)
  },
  ...resetOnUserChange(forget),
})
