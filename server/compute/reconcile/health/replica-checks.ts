import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { Db } from '../../../store/connection.ts'
import { deployments, instances, replicas } from '../../../store/schema.ts'

/** Returns the replicas of an instance that are not removed with their health checks, newest deployment first. */
export async function readReplicaChecks(db: Db, id: InstanceId) {
  const rows = await db
    .select({
      replicaId: replicas.id,
      deploymentId: replicas.deploymentId,
      service: replicas.service,
      index: replicas.index,
      engine: replicas.engine,
      workloadId: replicas.workloadId,
      isServing: sql<boolean>`${deployments.id} is not distinct from ${instances.activeDeployment}`,
      configuration: deployments.configuration,
    })
    .from(replicas)
    .innerJoin(deployments, eq(deployments.id, replicas.deploymentId))
    .innerJoin(instances, eq(instances.id, replicas.instanceId))
    .where(and(eq(replicas.instanceId, id), isNull(replicas.removedAt)))
    .orderBy(desc(deployments.number), asc(replicas.service), asc(replicas.index))
  return rows.map(({ configuration, ...row }) => ({
    ...row,
    check: configuration.services.find(({ name }) => name === row.service)?.healthCheck ?? null,
  }))
}
