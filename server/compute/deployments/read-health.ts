import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { InstanceId, ReplicaId } from '../../../src/contract/wire/common.ts'
import type { Db } from '../../store/connection.ts'
import { deployments, replicas } from '../../store/schema.ts'
import type { MaskerOf } from '../logs/reading/read-workload.ts'
import type { HealthResults } from '../reconcile/health/health-results.ts'

export interface HealthReading {
  db: Db
  healthResults: Pick<HealthResults, 'read'>
  maskerOf: MaskerOf
}

/** Returns the last health results of the replicas that are not removed, newest deployment first. */
export async function readHealth(
  { db, healthResults, maskerOf }: HealthReading,
  id: InstanceId,
): Promise<ResponseOf<'readHealth'>> {
  const rows = await db
    .select({
      replicaId: replicas.id,
      deploymentId: replicas.deploymentId,
      service: replicas.service,
      index: replicas.index,
      configuration: deployments.configuration,
    })
    .from(replicas)
    .innerJoin(deployments, eq(deployments.id, replicas.deploymentId))
    .where(and(eq(replicas.instanceId, id), isNull(replicas.removedAt)))
    .orderBy(desc(deployments.number), asc(replicas.service), asc(replicas.index))
  const results = await healthResults.read(rows.map(({ replicaId }) => replicaId))
  // Reading secrets costs more than the rest, and only reasons of failures can contain one.
  const hasFailed = ({ replicaId }: { replicaId: ReplicaId }) => results.get(replicaId)?.some(({ reason }) => reason)
  const deploymentIds = [...new Set(rows.filter(hasFailed).map(({ deploymentId }) => deploymentId))]
  const maskers = new Map(await Promise.all(deploymentIds.map(async (each) => [each, await maskerOf(each)] as const)))
  return {
    replicas: rows.map(({ configuration, ...row }) => ({
      ...row,
      hasCheck: configuration.services.some(({ name, healthCheck }) => name === row.service && healthCheck),
      results: (results.get(row.replicaId) ?? []).map((result) => ({
        ...result,
        reason: maskers.get(row.deploymentId)?.(result.reason) ?? '',
      })),
    })),
  }
}
