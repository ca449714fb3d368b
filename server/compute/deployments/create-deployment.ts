import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { DeploymentId, InstanceId, UserId } from '../../../src/contract/wire/common.ts'
import type { StoredConfiguration } from '../../../src/contract/wire/instance/instance-configuration.ts'
import type { Tx } from '../../store/connection.ts'
import { deploymentImages, deployments } from '../../store/schema.ts'
import type { DeploymentSecrets, DeploymentValues } from './deployment-secrets.ts'

export type PinnedImage = Pick<typeof deploymentImages.$inferSelect, 'image' | 'reference'>

export interface NewDeployment {
  /** A new one by default. */
  id?: DeploymentId
  instanceId: InstanceId
  reason: (typeof deployments.$inferInsert)['reason']
  createdBy: UserId | null
  configuration: StoredConfiguration
  values: DeploymentValues
  repeats?: number | undefined
  strategy?: 'surge' | 'gap' | undefined
  /** Images by their references, which services with the same image keep. */
  pinned?: readonly PinnedImage[] | undefined
}

export interface CreatedDeployment {
  id: DeploymentId
  number: number
}

/** Inserts the next deployment of an instance. The caller has inserted or locked the instance's row. */
export async function createDeployment(
  tx: Tx,
  secrets: DeploymentSecrets,
  { id = randomUUID() as DeploymentId, instanceId, configuration, values, repeats, pinned, ...columns }: NewDeployment,
): Promise<CreatedDeployment> {
  const [row] = await tx
    .select({ newest: sql<number>`coalesce(max(${deployments.number}), 0)`.mapWith(Number) })
    .from(deployments)
    .where(eq(deployments.instanceId, instanceId))
  const number = (row?.newest ?? 0) + 1
  const image = configuration.services[0]?.image ?? ''
  await tx.insert(deployments).values({
    id,
    instanceId,
    number,
    configuration,
    image,
    repeats: repeats ?? null,
    reason: columns.reason,
    createdBy: columns.createdBy,
    ...(columns.strategy && { strategy: columns.strategy }),
  })
  await secrets.write(tx, { deploymentId: id, instanceId }, values)
  await tx.insert(deploymentImages).values(
    configuration.services.map((service) => ({
      deploymentId: id,
      service: service.name,
      image: service.image,
      reference: pinned?.find((known) => known.image === service.image)?.reference ?? null,
    })),
  )
  return { id, number }
}
