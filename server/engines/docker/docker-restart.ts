import type { Container } from 'dockerode'
import type { DockerClient } from './docker-client.ts'
import { ignoreStatus } from './docker-failure.ts'
import { attach, isInPlace, type Place, startAttached } from './network/attach-container.ts'
import type { WorkloadNetworks } from './network/workload-networks.ts'

/** Stops and starts in two calls, because a container of an earlier version moves to its own network in between. */
export async function dockerRestart(
  client: DockerClient,
  networks: WorkloadNetworks,
  container: Container,
  place: Place,
  { graceMs, signal }: { graceMs: number; signal: AbortSignal },
): Promise<void> {
  const abort = { abortSignal: signal }
  const { NetworkSettings } = await container.inspect(abort)
  await container.stop({ t: Math.ceil(graceMs / 1000), ...abort }).catch(ignoreStatus(304))
  if (!isInPlace(NetworkSettings.Networks, place)) await attach(client, networks, container, place, signal)
  await startAttached(client, networks, container, place, signal)
}
