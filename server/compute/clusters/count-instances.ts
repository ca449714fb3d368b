import { inArray, sql } from 'drizzle-orm'
import type { ClusterId } from '../../../src/contract/wire/common.ts'
import type { InstanceState } from '../../../src/contract/wire/compute.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { instances } from '../../store/schema.ts'
import { clusterPricesNow } from '../usage/funds-usage.ts'
import { type ClusterCounts, noClusterInstances } from './cluster-wire.ts'

const inState = (state: InstanceState) =>
  sql<number>`count(*) filter (where ${instances.state} = ${state})`.mapWith(Number)
const latest = (state: InstanceState) =>
  sql<string | null>`max(${instances.updatedAt}) filter (where ${instances.state} = ${state})`

/** Counts the instances of each cluster by state, and what it costs now. Clusters without instances are not in the result. */
export async function countByCluster(db: DbOrTx, ids: readonly ClusterId[]): Promise<Map<ClusterId, ClusterCounts>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: instances.clusterId,
      closed: inState('Closed'),
      failedToStart: inState('Failed-start'),
      starting: inState('Starting'),
      active: inState('Active'),
      total: sql<number>`count(*)`.mapWith(Number),
      activatedAt: latest('Active'),
      closedAt: latest('Closed'),
      failedAt: latest('Failed-start'),
      startedAt: sql<string | null>`max(${instances.createdAt})`,
    })
    .from(instances)
    .where(inArray(instances.clusterId, [...ids]))
    .groupBy(instances.clusterId)
  const prices = await clusterPricesNow(db, ids)
  return new Map(
    rows.flatMap(({ id, activatedAt, closedAt, failedAt, startedAt, ...counts }) => {
      if (!id) return []
      const report = {
        ...counts,
        lastTimeInstanceActivated: instant(activatedAt),
        lastTimeInstanceClosed: instant(closedAt),
        lastTimeInstanceFailedToStart: instant(failedAt),
        lastTimeInstanceStarted: instant(startedAt),
      }
      return [[id, { report, dailyPriceMicros: prices.get(id) ?? 0 }]]
    }),
  )
}

export async function countOfCluster(db: DbOrTx, id: ClusterId): Promise<ClusterCounts> {
  return (await countByCluster(db, [id])).get(id) ?? noClusterInstances
}

const instant = (time: string | null): string | null => (time === null ? null : new Date(time).toISOString())
