import type { InstanceId } from '../../../../src/contract/wire/common.ts'
import type { NetworkAttachment } from '../../../engines/interface/networks.ts'
import type { NamedReplica, NetworkEngine, NetworkedInstance } from './networked-instance.ts'
import { joinProjectNetwork, publishInProject, withdrawFromProject } from './project-network.ts'

/** What the networks of a deployment depend on. */
export interface NetworkedDeployment {
  services: readonly { name: string; replicas: number }[]
  projectNetwork?: boolean | undefined
}

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

/** Whether a deployment has any network. A single service has nobody to find in its instance. */
export const hasNetworks = ({ services, projectNetwork }: NetworkedDeployment): boolean =>
  services.length > 1 || projectNetwork === true

/**
 * Creates the networks of an instance, and returns those that a workload joins before it starts: of every service but
 * its own, and that of the project.
 */
export async function joinNetworks(
  engine: NetworkEngine,
  instance: NetworkedInstance,
  deployment: NetworkedDeployment,
  own?: string,
): Promise<NetworkAttachment[]> {
  if (!hasNetworks(deployment) || !(await engine.capabilities()).networks) return []
  const { services } = deployment
  const ofProject = deployment.projectNetwork ? [await joinProjectNetwork(engine, instance)] : []
  if (services.length === 1) return ofProject
  const { id, organizationId, projectId } = instance
  const labels = { instance: id, organization: organizationId, project: projectId }
  const replicas = services.reduce((sum, service) => sum + service.replicas, 0)
  const maxWorkloads = Math.max(MIN_ROOM, replicas * ROOM_PER_REPLICA)
  await Promise.all(services.map(({ name }) => engine.createNetwork(networkIdOf(id, name), labels, { maxWorkloads })))
  const ofServices = services
    .filter(({ name }) => name !== own)
    .map(({ name }) => ({ networkId: networkIdOf(id, name), aliases: [] }))
  return [...ofServices, ...ofProject]
}

/** Lets other services find a replica by its name. Does nothing if they find it already. */
export async function publishName(
  engine: NetworkEngine,
  instance: NetworkedInstance,
  replica: NamedReplica,
  deployment: NetworkedDeployment,
): Promise<void> {
  if (!hasNetworks(deployment) || !(await engine.capabilities()).networks) return
  const { workloadId, service } = replica
  if (deployment.services.length > 1) await engine.connect(workloadId, networkIdOf(instance.id, service), [service])
  if (deployment.projectNetwork) await publishInProject(engine, instance, replica)
}

/** Does nothing if the replica has no name. */
export async function withdrawName(
  engine: NetworkEngine,
  instance: NetworkedInstance,
  replica: NamedReplica,
  deployment: NetworkedDeployment,
): Promise<void> {
  if (!hasNetworks(deployment) || !(await engine.capabilities()).networks) return
  const { workloadId, service } = replica
  if (deployment.services.length > 1) await engine.disconnect(workloadId, networkIdOf(instance.id, service))
  if (deployment.projectNetwork) await withdrawFromProject(engine, instance, replica)
}

/** Removes the networks of an instance whose workloads have ended. */
export async function removeNetworks(
  engine: NetworkEngine,
  id: InstanceId,
  deployments: readonly NetworkedDeployment[],
): Promise<void> {
  const names = new Set(
    deployments
      .filter(({ services }) => services.length > 1)
      .flatMap(({ services }) => services.map(({ name }) => name)),
  )
  for (const name of names) await engine.removeNetwork(networkIdOf(id, name))
}
