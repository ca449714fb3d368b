import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { InstanceId, OrganizationId } from '../../../src/contract/wire/common.ts'
import { ApiError } from '../../http/api-error.ts'
import type { DbOrTx } from '../../store/connection.ts'
import { deployments, instances, replicas } from '../../store/schema.ts'
import { invalidField } from '../catalogue/invalid-field.ts'

interface Place {
  id: InstanceId
  organizationId: OrganizationId
  serviceName?: string | undefined
  replica?: number | undefined
}

interface Found {
  engine: string
  workloadId: string
  replica: number
  service: string
  instanceName: string
}

/**
 * Finds the workload of a replica in the deployment that serves, else in the newest one, whose program may need a look
 * before it is ready. Throws an `ApiError` that says what is missing.
 */
export async function workloadFor(db: DbOrTx, { id, organizationId, serviceName, replica }: Place): Promise<Found> {
  const [instance] = await db
    .select({
      name: instances.name,
      scaledReplicas: instances.scaledReplicas,
      deploymentId: sql<string>`coalesce(${instances.activeDeployment}, ${instances.desiredDeployment})`,
      configuration: deployments.configuration,
    })
    .from(instances)
    .innerJoin(
      deployments,
      eq(deployments.id, sql`coalesce(${instances.activeDeployment}, ${instances.desiredDeployment})`),
    )
    .where(and(eq(instances.id, id), eq(instances.organizationId, organizationId)))
  if (!instance) throw new ApiError('notFound')
  const names = instance.configuration.services.map(({ name }) => name)
  const service = serviceName ?? names[0] ?? ''
  if (!names.includes(service))
    throw invalidField('serviceName', `Unknown service ${service}. Choose one of ${names.join(', ')}.`)
  const [found] = await db
    .select({ engine: replicas.engine, workloadId: replicas.workloadId, replica: replicas.index })
    .from(replicas)
    .where(
      and(
        eq(replicas.instanceId, id),
        eq(replicas.deploymentId, sql`${instance.deploymentId}`),
        eq(replicas.service, service),
        replica === undefined ? undefined : eq(replicas.index, replica),
        isNull(replicas.removedAt),
      ),
    )
    .orderBy(sql`${replicas.readySince} is null`, asc(replicas.index))
    .limit(1)
  if (found) return { ...found, service, instanceName: instance.name }
  if (instance.scaledReplicas[service] === 0)
    throw new ApiError('instanceNotActive', {
      message: `The service ${service} is asleep, because it had no requests. Wake it, then try again.`,
    })
  const what = replica === undefined ? `The service ${service}` : `Replica ${replica + 1} of ${service}`
  throw new ApiError('instanceNotActive', { message: `${what} is not running.` })
}
