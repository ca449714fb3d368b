import type { Container } from 'dockerode'
import type { DockerClient } from '../docker-client.ts'
import { ignoreStatus, statusOf } from '../docker-failure.ts'
import type { ResourceNames } from '../docker-names.ts'
import { connectContainer } from './connect-container.ts'
import type { WorkloadNetwork, WorkloadNetworks } from './workload-networks.ts'

interface Attached {
  [network: string]: { NetworkID?: string; Aliases?: string[] | null } | undefined
}

/** Where a container belongs: its own network, and the shared ones that it is connected to. */
export interface Place {
  own: WorkloadNetwork
  shared: ResourceNames
}

/** False for containers of earlier versions, which are on the engine's shared bridge. They move at their next start. */
export function isInPlace(attached: Attached, { own, shared }: Place): boolean {
  const names = Object.keys(attached)
  return names.includes(own.name) && names.every((name) => name === own.name || shared.idOf(name) !== undefined)
}

/**
 * Starts a container on its workload's networks. Re-creates its own network if it was removed while the container was
 * stopped (docker network prune).
 */
export async function startAttached(
  client: DockerClient,
  networks: WorkloadNetworks,
  container: Container,
  place: Place,
  signal: AbortSignal,
): Promise<void> {
  const abort = { abortSignal: signal }
  try {
    await container.start(abort)
  } catch (error) {
    if (statusOf(error) === 304) return
    if (!isNetworkMissing(error)) throw error
    await attach(client, networks, container, place, signal)
    await container.start(abort)
  }
}

/** Attaches a stopped container to its workload's networks, and to no other. */
export async function attach(
  { docker }: DockerClient,
  networks: WorkloadNetworks,
  container: Container,
  { own, shared }: Place,
  signal: AbortSignal,
): Promise<void> {
  const abort = { abortSignal: signal }
  await networks.ensure(own, signal)
  const network = docker.getNetwork(own.name)
  const [{ Id: ownId }, info] = await Promise.all([network.inspect(), container.inspect(abort)])
  const attached: Attached = info.NetworkSettings.Networks
  // A re-created network has a new id, while the container still has the old one. Podman reports the name instead.
  const isAttached = (name: string, id: string | undefined) => name === own.name && (!id || id === ownId || id === name)
  const kept = Object.entries(attached).some(([name, endpoint]) => isAttached(name, endpoint?.NetworkID))
  for (const [name, endpoint] of Object.entries(attached)) {
    if (isAttached(name, endpoint?.NetworkID)) continue
    const other = docker.getNetwork(name)
    const isThere = shared.idOf(name) !== undefined && (await other.inspect().catch(ignoreStatus(404)))
    // A shared network that is missing is the caller's to create, so the start reports it.
    if (isThere) await connectContainer(other, container, namesIn(endpoint?.Aliases, info.Id), signal)
    else if (shared.idOf(name) === undefined) await other.disconnect({ Container: info.Id, Force: true, ...abort })
  }
  if (!kept) await network.connect({ Container: info.Id, ...abort })
}

const namesIn = (aliases: readonly string[] | null | undefined, containerId: string): string[] =>
  (aliases ?? []).filter((alias) => !containerId.startsWith(alias))

function isNetworkMissing(error: unknown): boolean {
  const message = error instanceof Error ? error.message : ''
  return /unable to find network/i.test(message) || (/\bnetwork /i.test(message) && /not found/i.test(message))
}
