import { and, eq, isNull } from 'drizzle-orm'
import type { DbOrTx } from '../../../store/connection.ts'
import { deployments, replicas } from '../../../store/schema.ts'
import type { VolumeRow } from '../../volumes/rows/volume-wire.ts'

/** Returns the workloads that may mount a volume now. */
export async function writersOf(db: DbOrTx, { instanceId, name }: VolumeRow): Promise<string[]> {
  if (!instanceId) return []
  const rows = await db
    .select({ workloadId: replicas.workloadId, service: replicas.service, configuration: deployments.configuration })
    .from(replicas)
    .innerJoin(deployments, eq(deployments.id, replicas.deploymentId))
    .where(and(eq(replicas.instanceId, instanceId), isNull(replicas.removedAt)))
  return rows
    .filter(({ service, configuration }) =>
      configuration.services.some(
        (each) => each.name === service && each.volumes.some((volume) => volume.name === name),
      ),
    )
    .map(({ workloadId }) => workloadId)
}
