import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import type { Quota } from '../../../src/contract/wire/quota.ts'
import { exceededQuota, type QuotaNeed, quotaExceededMessage } from '../../../src/rules/quotas.ts'
import { ApiError } from '../../http/api-error.ts'
import type { QuotaLimits } from '../../limit-settings.ts'
import type { DbOrTx, Tx } from '../../store/connection.ts'
import { addresses, instances, organizationQuotas, projects, runs, snapshots, volumes } from '../../store/schema.ts'

/**
 * Instances that hold CPU, memory, disk and ports. One that is being closed or deleted holds them until its workload
 * has ended.
 */
export const holdsResources = inArray(instances.state, ['Starting', 'Active'])

/**
 * Returns the usage and limit of each quota. A limit that an operator set for the organisation overrides the default.
 */
export async function readQuotas(db: DbOrTx, organizationId: OrganizationId, usual: QuotaLimits): Promise<Quota[]> {
  const [own] = await db.select().from(organizationQuotas).where(eq(organizationQuotas.organizationId, organizationId))
  const sum = (column: typeof instances.cpuMilli | typeof instances.memoryBytes | typeof instances.storageBytes) =>
    sql<number>`coalesce(sum(${column}) filter (where ${holdsResources}), 0)`.mapWith(Number)
  const [used] = await db
    .select({
      instances: sql<number>`count(*)`.mapWith(Number),
      cpu: sum(instances.cpuMilli),
      memory: sum(instances.memoryBytes),
      storage: sum(instances.storageBytes),
      ports:
        sql<number>`coalesce(sum(jsonb_array_length(${instances.containerPorts})) filter (where ${holdsResources}), 0)`.mapWith(
          Number,
        ),
    })
    .from(instances)
    .where(eq(instances.organizationId, organizationId))
  // Volumes hold their size whether they are mounted or not.
  const [held] = await db
    .select({ bytes: sql<number>`coalesce(sum(${volumes.sizeBytes}), 0)`.mapWith(Number) })
    .from(volumes)
    .where(eq(volumes.organizationId, organizationId))
  // Those in a bucket of the user take nothing here.
  const [stored] = await db
    .select({ bytes: sql<number>`coalesce(sum(${snapshots.storedBytes}), 0)`.mapWith(Number) })
    .from(snapshots)
    .where(and(eq(snapshots.organizationId, organizationId), eq(snapshots.isRemote, false)))
  const [byRuns] = await db
    .select({
      cpu: sql<number>`coalesce(sum(${runs.cpuMilli}), 0)`.mapWith(Number),
      memory: sql<number>`coalesce(sum(${runs.memoryBytes}), 0)`.mapWith(Number),
      storage: sql<number>`coalesce(sum(${runs.storageBytes}), 0)`.mapWith(Number),
    })
    .from(runs)
    .where(and(eq(runs.organizationId, organizationId), isNull(runs.endedAt)))
  const addressCount = await db.$count(addresses, eq(addresses.organizationId, organizationId))
  const projectCount = await db.$count(projects, eq(projects.organizationId, organizationId))
  return [
    { name: 'instances', used: used?.instances ?? 0, limit: own?.instances ?? usual.instances },
    { name: 'cpu', used: (used?.cpu ?? 0) + (byRuns?.cpu ?? 0), limit: own?.cpuMilli ?? usual.cpuMilli },
    { name: 'memory', used: (used?.memory ?? 0) + (byRuns?.memory ?? 0), limit: own?.memoryBytes ?? usual.memoryBytes },
    {
      name: 'storage',
      used: (used?.storage ?? 0) + (held?.bytes ?? 0) + (stored?.bytes ?? 0) + (byRuns?.storage ?? 0),
      limit: own?.storageBytes ?? usual.storageBytes,
    },
    { name: 'ports', used: used?.ports ?? 0, limit: own?.ports ?? usual.ports },
    { name: 'addresses', used: addressCount, limit: own?.addresses ?? usual.addresses },
    { name: 'projects', used: projectCount, limit: own?.projects ?? usual.projects },
  ]
}

/** Throws `quotaExceeded` if a quota cannot cover the need. Call it under the lock that serialises creation. */
export async function checkQuotas(
  tx: Tx,
  organizationId: OrganizationId,
  need: QuotaNeed,
  usual: QuotaLimits,
): Promise<void> {
  const exceeded = exceededQuota(await readQuotas(tx, organizationId, usual), need)
  if (exceeded) throw new ApiError('quotaExceeded', { message: quotaExceededMessage(exceeded, need) })
}
