import type { Cluster } from '../../../src/contract/wire/instance/cluster.ts'
import type { clusters } from '../../store/schema.ts'

export type ClusterRow = typeof clusters.$inferSelect

export interface ClusterCounts {
  report: Cluster['instanceReport']
  dailyPriceMicros: number
}

export const noClusterInstances: ClusterCounts = {
  report: {
    closed: 0,
    failedToStart: 0,
    starting: 0,
    active: 0,
    total: 0,
    lastTimeInstanceActivated: null,
    lastTimeInstanceClosed: null,
    lastTimeInstanceFailedToStart: null,
    lastTimeInstanceStarted: null,
  },
  dailyPriceMicros: 0,
}

export const clusterWire = (row: ClusterRow, { report, dailyPriceMicros }: ClusterCounts): Cluster => ({
  _id: row.id,
  organizationId: row.organizationId,
  name: row.name,
  repository: row.repository,
  provider: row.provider,
  tags: row.tags,
  instanceReport: report,
  topupReport: { defaultDailyTopUp: dailyPriceMicros },
  revision: row.revision,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
