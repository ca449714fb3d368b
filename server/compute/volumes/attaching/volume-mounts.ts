import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { StoredConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { deployments, instances, replicas } from '../../../store/schema.ts'
import type { VolumeRow } from '../rows/volume-wire.ts'

type Configuration = { services: readonly Pick<StoredConfiguration['services'][number], 'name' | 'volumes'>[] }

/** The names of the volumes that a configuration mounts. */
export const mountedVolumes = ({ services }: Configuration): Set<string> =>
  new Set(services.flatMap(({ volumes }) => volumes.map(({ name }) => name)))

/**
 * Returns the instance whose deployment mounts a volume: one that is to run or has a workload left. Only one can,
 * because a deployment is created under the lock of the project and attaches its volumes.
 */
export async function findUser(
  tx: DbOrTx,
  { name, instanceId }: Pick<VolumeRow, 'name' | 'instanceId'>,
): Promise<{ id: string; name: string } | undefined> {
  if (!instanceId) return undefined
  const rows = await tx
    .selectDistinct({ id: instances.id, name: instances.name, configuration: deployments.configuration })
    .from(deployments)
    .innerJoin(instances, eq(instances.id, deployments.instanceId))
    .leftJoin(replicas, and(eq(replicas.deploymentId, deployments.id), isNull(replicas.removedAt)))
    .where(
      and(eq(deployments.instanceId, instanceId), or(isNull(deployments.endedAt), sql`${replicas.id} is not null`)),
    )
  return rows.find(({ configuration }) => mountedVolumes(configuration).has(name))
}
