import type { ResponseOf } from '../../../src/contract/contract.ts'
import type { InstanceId, ReplicaId } from '../../../src/contract/wire/common.ts'
import type { Db } from '../../store/connection.ts'
import type { MaskerOf } from '../logs/reading/read-workload.ts'
import type { HealthResults } from '../reconcile/health/health-results.ts'
import { readReplicaChecks } from '../reconcile/health/replica-checks.ts'

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
  const rows = await readReplicaChecks(db, id)
  const results = await healthResults.read(rows.map(({ replicaId }) => replicaId))
  // Reading secrets costs more than the rest, and only reasons of failures can contain one.
  const hasFailed = ({ replicaId }: { replicaId: ReplicaId }) => results.get(replicaId)?.some(({ reason }) => reason)
  const deploymentIds = [...new Set(rows.filter(hasFailed).map(({ deploymentId }) => deploymentId))]
  const maskers = new Map(await Promise.all(deploymentIds.map(async (each) => [each, await maskerOf(each)] as const)))
  return {
    replicas: rows.map(({ replicaId, deploymentId, service, index, check }) => ({
      replicaId,
      deploymentId,
      service,
      index,
      hasCheck: check !== null,
      results: (results.get(replicaId) ?? []).map((result) => ({
        ...result,
        reason: maskers.get(deploymentId)?.(result.reason) ?? '',
      })),
    })),
  }
}
