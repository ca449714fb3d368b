import type { Container } from 'dockerode'
import type { DockerClient } from './docker-client.ts'
import { ignoreStatus } from './docker-failure.ts'
import { attach, isOnOwnNetwork, startAttached } from './network/attach-container.ts'
import type { WorkloadNetwork, WorkloadNetworks } from './network/workload-networks.ts'

/** Stops and starts in two calls, because a container of an earlier version moves to its own network in between. */
export async function dockerRestart(
  client: DockerClient,
  networks: WorkloadNetworks,
  container: Container,
  network: WorkloadNetwork,
  { graceMs, signal }: { graceMs: number; signal: AbortSignal },
): Promise<void> {
  const abort = { abortSignal: signal }
  const { NetworkSettings } = await container.inspect(abort)
  await container.stop({ t: Math.ceil(graceMs / 1000), ...abort }).catch(ignoreStatus(304))
  if (!isOnOwnNetwork(NetworkSettings.Networks, network)) await attach(client, networks, container, network, signal)
  await startAttached(client, networks, container, network, signal)
}
