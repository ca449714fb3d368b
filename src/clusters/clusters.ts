import type { CallMessage } from '../contract/call-message.ts'
import { clusterKind } from '../contract/kinds/cluster-kind.ts'
import type { Cluster } from '../contract/wire/instance/cluster.ts'
import { type Entities, forget, noEntities, remove } from '../core/entities.ts'
import { rowOf, rowsOf } from '../core/shards.ts'
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

type State = { clusters: Clusters }

export const selectClusters = (state: State): Clusters => state.clusters

export const selectCluster =
  (id: string) =>
  (state: State): Cluster | null =>
    rowOf(state.clusters.shards, id) ?? null

export const selectIsClusterDeleted =
  (id: string) =>
  (state: State): boolean =>
    state.clusters.deleted[id] === true

/** Returns an organisation's clusters, newest first. */
export const clustersOf = ({ shards }: Pick<Clusters, 'shards'>, organizationId: string): Cluster[] =>
  rowsOf(shards)
    .filter((cluster) => cluster.organizationId === organizationId)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
