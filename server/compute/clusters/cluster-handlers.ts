import { and, desc, eq } from 'drizzle-orm'
import type { clusterCalls } from '../../../src/contract/calls/compute/cluster-calls.ts'
import type { ClusterId, OrganizationId } from '../../../src/contract/wire/common.ts'
import { type Author, writeAudit } from '../../audit/write-audit.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Handlers } from '../../http/handler.ts'
import { scopeOf } from '../../http/scope-of.ts'
import { redactForVisitor } from '../../kinds/server-kind.ts'
import { publishOrganizationEvents } from '../../live/outbox.ts'
import { clusters, instances } from '../../store/schema.ts'
import { type EndOptions, endInstance } from '../instances/end-instance.ts'
import { instanceKind } from '../instances/instance-kind.ts'
import { instanceWire } from '../instances/instance-wire.ts'
import { loadInstances } from '../instances/load-instance.ts'
import { clusterKind } from './cluster-kind.ts'
import { type ClusterRow, clusterWire, noClusterInstances } from './cluster-wire.ts'
import { countByCluster, countOfCluster } from './count-instances.ts'

export function clusterHandlers(options: EndOptions): Handlers<keyof typeof clusterCalls> {
  const { db, links } = options
  return {
    async readClusters({ input, scope }) {
      const ofOrganization = eq(clusters.organizationId, scopeOf(scope).organizationId)
      const [rows, totalCount] = await Promise.all([
        db
          .select()
          .from(clusters)
          .where(ofOrganization)
          .orderBy(desc(clusters.createdAt), desc(clusters.id))
          .limit(input.limit)
          .offset(input.skip),
        db.$count(clusters, ofOrganization),
      ])
      const counts = await countByCluster(
        db,
        rows.map(({ id }) => id),
      )
      const found = rows.map((row) => clusterWire(row, counts.get(row.id) ?? noClusterInstances))
      return { clusters: found.map((cluster) => redactForVisitor(cluster, scope, clusterKind.visitors)), totalCount }
    },

    async readCluster({ input, scope }) {
      const row = await clusterOf(scopeOf(scope).organizationId, input.id)
      const cluster = clusterWire(row, await countOfCluster(db, row.id))
      return { cluster: redactForVisitor(cluster, scope, clusterKind.visitors) }
    },

    async countClusterInstances({ input, scope }) {
      const row = await clusterOf(scopeOf(scope).organizationId, input.id)
      return (await countOfCluster(db, row.id)).report
    },

    async readClusterInstances({ input, scope }) {
      const { id } = await clusterOf(scopeOf(scope).organizationId, input.id)
      const where = and(eq(instances.clusterId, id), input.state ? eq(instances.state, input.state) : undefined)
      const [loaded, totalCount] = await Promise.all([
        loadInstances(db)
          .where(where)
          .orderBy(desc(instances.createdAt), desc(instances.id))
          .limit(input.limit)
          .offset(input.skip),
        db.$count(instances, where),
      ])
      const found = loaded.map((item) => instanceWire(item, links))
      return { instances: found.map((one) => redactForVisitor(one, scope, instanceKind.visitors)), totalCount }
    },

    async deleteCluster(context) {
      const { organizationId } = scopeOf(context.scope)
      const { id } = await clusterOf(organizationId, context.input.id)
      // An instance may join the cluster until its row is locked.
      while (!(await removeEmpty(id, organizationId, context))) await deleteInstancesOf(id, organizationId, context)
      return { message: 'The cluster is being deleted' }
    },
  }

  async function clusterOf(organizationId: OrganizationId, id: ClusterId): Promise<ClusterRow> {
    const [row] = await db
      .select()
      .from(clusters)
      .where(and(eq(clusters.id, id), eq(clusters.organizationId, organizationId)))
    if (!row) throw new ApiError('notFound')
    return row
  }

  async function deleteInstancesOf(id: ClusterId, organizationId: OrganizationId, author: Author): Promise<void> {
    const rows = await db.select({ id: instances.id }).from(instances).where(eq(instances.clusterId, id))
    for (const row of rows) {
      await endInstance(options, row.id, organizationId, { desiredState: 'deleted', author }).catch(ignoreNotFound)
      // One by one: the deletion of the cluster would lock all of its instances at once, in any order.
      await db.update(instances).set({ clusterId: null }).where(eq(instances.id, row.id))
    }
  }

  /** Returns false while the cluster has an instance that is not being deleted. */
  function removeEmpty(id: ClusterId, organizationId: OrganizationId, author: Author): Promise<boolean> {
    return db.transaction(async (tx) => {
      const [row] = await tx.select().from(clusters).where(eq(clusters.id, id)).for('update')
      if (!row) throw new ApiError('notFound')
      if ((await tx.$count(instances, eq(instances.clusterId, id))) > 0) return false
      await tx.delete(clusters).where(eq(clusters.id, id))
      await publishOrganizationEvents(tx, organizationId, { kind: 'clusterRemoved', id })
      await writeAudit(tx, author, { organizationId, action: 'cluster.deleted', target: row.name })
      return true
    })
  }
}

/** Another request has deleted the instance meanwhile. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError && error.code === 'notFound')) throw error
}
