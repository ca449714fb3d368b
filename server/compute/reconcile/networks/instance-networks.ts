import type { InstanceId, OrganizationId, ProjectId } from '../../../../src/contract/wire/common.ts'
import type { Engine } from '../../../engines/engine.ts'
import type { NetworkAttachment } from '../../../engines/interface/networks.ts'

interface NetworkedInstance {
  id: InstanceId
  organizationId: OrganizationId
  projectId: ProjectId
}

interface NetworkedService {
  name: string
  replicas: number
}

type NetworkEngine = Pick<Engine, 'capabilities' | 'createNetwork' | 'connect' | 'disconnect' | 'removeNetwork'>

/** A network is not enlarged later, so it has room for two deployments of twice the size, and for release commands. */
const ROOM_PER_REPLICA = 4
/** What a subnet of 32 addresses holds. */
const MIN_ROOM = 29

/**
 * Each service has a network, in which only its ready replicas have a name. All other workloads of the instance join it
 * without one, before they start. A replica that gets or loses its name therefore joins or leaves a network of its own
 * service, which does not interrupt its connections to other services.
 */
export const networkIdOf = (id: InstanceId, service: string): string => `${id}-${service}`

/** A single service has nobody to find. */
async function haveNetworks(engine: NetworkEngine, services: readonly NetworkedService[]): Promise<boolean> {
  return services.length > 1 && (await engine.capabilities()).networks
}

/**
 * Creates the networks of an instance, and returns those that a workload joins before it starts: of every service but
 * its own.
 */
export async function joinNetworks(
  engine: NetworkEngine,
  { id, organizationId, projectId }: NetworkedInstance,
  services: readonly NetworkedService[],
  own?: string,
): Promise<NetworkAttachment[]> {
  if (!(await haveNetworks(engine, services))) return []
  const labels = { instance: id, organization: organizationId, project: projectId }
  const replicas = services.reduce((sum, service) => sum + service.replicas, 0)
  const maxWorkloads = Math.max(MIN_ROOM, replicas * ROOM_PER_REPLICA)
  await Promise.all(services.map(({ name }) => engine.createNetwork(networkIdOf(id, name), labels, { maxWorkloads })))
  return services
    .filter(({ name }) => name !== own)
    .map(({ name }) => ({ networkId: networkIdOf(id, name), aliases: [] }))
}

interface NamedReplica {
  instanceId: InstanceId
  workloadId: string
  service: string
}

/** Lets the other services find a replica by the name of its service. Does nothing if they find it already. */
export async function publishName(
  engine: NetworkEngine,
  { instanceId, workloadId, service }: NamedReplica,
  services: readonly NetworkedService[],
): Promise<void> {
  if (await haveNetworks(engine, services))
    await engine.connect(workloadId, networkIdOf(instanceId, service), [service])
}

/** Does nothing if the replica has no name. */
export async function withdrawName(
  engine: NetworkEngine,
  { instanceId, workloadId, service }: NamedReplica,
  services: readonly NetworkedService[],
): Promise<void> {
  if (await haveNetworks(engine, services)) await engine.disconnect(workloadId, networkIdOf(instanceId, service))
}

/** Removes the networks of an instance whose workloads have ended. */
export async function removeNetworks(
  engine: NetworkEngine,
  id: InstanceId,
  configurations: readonly (readonly NetworkedService[])[],
): Promise<void> {
  const names = new Set(
    configurations.filter((services) => services.length > 1).flatMap((services) => services.map(({ name }) => name)),
  )
  for (const name of names) await engine.removeNetwork(networkIdOf(id, name))
}
