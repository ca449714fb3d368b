import { and, eq } from 'drizzle-orm'
import type { OrganizationEvent } from '../../../src/contract/live.ts'
import type { ClusterId, OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Tx } from '../../store/connection.ts'
import { clusters } from '../../store/schema.ts'
import { clusterWire, noClusterInstances } from './cluster-wire.ts'

export interface ClusterSource {
  name: string
  repository: string
  provider: string
}

export interface FoundCluster {
  id: ClusterId
  /** Set if the cluster is new. */
  event?: OrganizationEvent
}

/** Finds the cluster of a source and locks it against deletion, or creates it. */
export async function findOrCreateCluster(
  tx: Tx,
  organizationId: OrganizationId,
  source: ClusterSource,
): Promise<FoundCluster> {
  const [created] = await tx
    .insert(clusters)
    .values({ organizationId, ...source })
    .onConflictDoNothing()
    .returning()
  if (created)
    return { id: created.id, event: { kind: 'clusterCreated', row: clusterWire(created, noClusterInstances) } }
  const [found] = await tx
    .select({ id: clusters.id })
    .from(clusters)
    .where(
      and(
        eq(clusters.organizationId, organizationId),
        eq(clusters.name, source.name),
        eq(clusters.repository, source.repository),
        eq(clusters.provider, source.provider),
      ),
    )
    .for('key share')
  // It was deleted between the two statements.
  return found ?? findOrCreateCluster(tx, organizationId, source)
}
