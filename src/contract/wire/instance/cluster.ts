import * as v from 'valibot'
import { clusterId, instant, micros, organizationId } from '../common.ts'
import { instanceReport } from '../compute.ts'

export const cluster = v.object({
  _id: clusterId,
  organizationId,
  name: v.string(),
  /** The address of the source that its instances are deployed from. */
  repository: v.string(),
  provider: v.string(),
  tags: v.array(v.string()),
  instanceReport,
  /** Null for a visitor: costs are private to the organisation. */
  topupReport: v.nullable(v.object({ defaultDailyTopUp: micros })),
  revision: v.number(),
  createdAt: instant,
  updatedAt: instant,
})

export type Cluster = v.InferOutput<typeof cluster>
