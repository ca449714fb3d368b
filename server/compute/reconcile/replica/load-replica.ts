import { eq } from 'drizzle-orm'
import type { InstanceId, OrganizationId, ProjectId, ReplicaId } from '../../../../src/contract/wire/common.ts'
import type { StoredService } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { DbOrTx } from '../../../store/connection.ts'
import { deployments, instances, replicas } from '../../../store/schema.ts'
import type { WorkloadLog } from '../../logs/reading/workload-logs.ts'
import type { ReplicaRules, ReplicaState } from './transition/replica-event.ts'

export type ReplicaRow = typeof replicas.$inferSelect

/** A replica with everything that its workload is made of. */
export interface LoadedReplica {
  row: ReplicaRow
  instance: {
    id: InstanceId
    organizationId: OrganizationId
    projectId: ProjectId
    host: string
    region: string
    desiredState: 'active' | 'closed' | 'deleted'
  }
  service: StoredService
  /** All services of its deployment. */
  services: readonly StoredService[]
  projectNetwork: boolean
  log: WorkloadLog
  /** Names it in the logs; empty for the only replica of an instance. */
  label: string
}

export async function loadReplica(db: DbOrTx, id: ReplicaId): Promise<LoadedReplica | undefined> {
  const [found] = await db
    .select({
      row: replicas,
      instance: {
        id: instances.id,
        organizationId: instances.organizationId,
        projectId: instances.projectId,
        host: instances.host,
        region: instances.region,
        desiredState: instances.desiredState,
      },
      configuration: deployments.configuration,
    })
    .from(replicas)
    .innerJoin(instances, eq(instances.id, replicas.instanceId))
    .innerJoin(deployments, eq(deployments.id, replicas.deploymentId))
    .where(eq(replicas.id, id))
  if (!found) return undefined
  const { row, instance } = found
  const { services, projectNetwork = false } = found.configuration
  const service = services.find(({ name }) => name === row.service)
  if (!service) throw new Error(`Deployment ${row.deploymentId} has no service ${row.service}`)
  const isUnnumbered = service.replicas === 1 && row.index === 0
  const name = isUnnumbered ? service.name : `${service.name}-${row.index + 1}`
  return {
    row,
    instance,
    service,
    services,
    projectNetwork,
    log: workloadLogOf(row, services[0] === service),
    label: isUnnumbered && services.length === 1 ? '' : name,
  }
}

export const rulesOf = ({ ports, storageBytes, restartPolicy, stopGraceMs }: StoredService): ReplicaRules => ({
  hasPorts: ports.length > 0,
  storageBytes,
  restartPolicy,
  stopGraceMs,
})

/** Waits while the services that it starts after are not ready: the roll-out has not moved it on from `Queued`. */
export const isWaiting = ({ state, status }: Pick<ReplicaRow, 'state' | 'status'>): boolean =>
  state === 'Starting' && status === 'Queued'

/** Returns the replica as transitions see it. */
export function stateOf({ row, instance }: Pick<LoadedReplica, 'row' | 'instance'>): ReplicaState {
  const isEnding = instance.desiredState === 'deleted' ? 'deleted' : 'closed'
  const desiredState = row.desiredState === 'closed' ? isEnding : isWaiting(row) ? 'waiting' : 'active'
  return { ...row, desiredState }
}

/**
 * The first replica of each service has the service's log, and the others have one each, such as `web.2`. The log of
 * the first service has no name, as before instances had several.
 */
export function workloadLogOf(
  {
    workloadId,
    engine,
    deploymentId,
    service,
    index,
  }: Pick<ReplicaRow, 'workloadId' | 'engine' | 'deploymentId' | 'service' | 'index'>,
  isFirstService: boolean,
): WorkloadLog {
  const named = index === 0 ? service : `${service}.${index + 1}`
  return {
    workloadId,
    engine,
    address: { deploymentId, logType: 'instanceLogs', service: isFirstService && index === 0 ? '' : named },
  }
}
