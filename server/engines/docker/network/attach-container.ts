import type { Container } from 'dockerode'
import type { DockerClient } from '../docker-client.ts'
import { statusOf } from '../docker-failure.ts'
import type { WorkloadNetwork, WorkloadNetworks } from './workload-networks.ts'

interface Attached {
  [network: string]: { NetworkID?: string } | undefined
}

/** False for containers of earlier versions, which are on the engine's shared bridge. They move at their next start. */
export function isOnOwnNetwork(attached: Attached, { name }: WorkloadNetwork): boolean {
  const names = Object.keys(attached)
  return names.length === 1 && names[0] === name
}

/**
 * Starts a container on its workload's network. Re-creates the network if it was removed while the container was
 * stopped (docker network prune).
 */
export async function startAttached(
  client: DockerClient,
  networks: WorkloadNetworks,
  container: Container,
  network: WorkloadNetwork,
  signal: AbortSignal,
): Promise<void> {
  const abort = { abortSignal: signal }
  try {
    await container.start(abort)
  } catch (error) {
    if (statusOf(error) === 304) return
    if (!isNetworkMissing(error)) throw error
    await attach(client, networks, container, network, signal)
    await container.start(abort)
  }
}

/** Attaches a stopped container to its workload's network, and to no other. */
export async function attach(
  { docker }: DockerClient,
  networks: WorkloadNetworks,
  container: Container,
  network: WorkloadNetwork,
  signal: AbortSignal,
): Promise<void> {
  const abort = { abortSignal: signal }
  await networks.ensure(network, signal)
  const own = docker.getNetwork(network.name)
  const [{ Id: ownId }, info] = await Promise.all([own.inspect(), container.inspect(abort)])
  const attached: Attached = info.NetworkSettings.Networks
  // A re-created network has a new id, while the container still has the old one. Podman reports the name instead.
  const isAttached = (name: string, id: string | undefined) =>
    name === network.name && (!id || id === ownId || id === name)
  const kept = Object.entries(attached).some(([name, endpoint]) => isAttached(name, endpoint?.NetworkID))
  for (const [name, endpoint] of Object.entries(attached)) {
    if (isAttached(name, endpoint?.NetworkID)) continue
    await docker.getNetwork(name).disconnect({ Container: info.Id, Force: true, ...abort })
  }
  if (!kept) await own.connect({ Container: info.Id, ...abort })
}

function isNetworkMissing(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /unable to find network/i.test(message) || (/\bnetwork /i.test(message) && /not found/i.test(message))
}
