import type { Container } from 'dockerode'
import { EngineFailure } from '../engine.ts'
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
  { graceMs, publishAddress, signal }: { graceMs: number; publishAddress: string; signal: AbortSignal },
): Promise<void> {
  const abort = { abortSignal: signal }
  const { NetworkSettings, HostConfig } = await container.inspect(abort)
  requireAddress(HostConfig.PortBindings, publishAddress)
  await container.stop({ t: Math.ceil(graceMs / 1000), ...abort }).catch(ignoreStatus(304))
  if (!isInPlace(NetworkSettings.Networks, place)) await attach(client, networks, container, place, signal)
  await startAttached(client, networks, container, place, signal)
}

type Bindings = Record<string, { HostIp?: string }[] | null> | undefined

/** A container keeps the address that it was created with, so after a change it has to be created again. */
function requireAddress(bindings: Bindings, publishAddress: string): void {
  const elsewhere = Object.values(bindings ?? {})
    .flatMap((each) => each ?? [])
    .find(({ HostIp }) => HostIp && HostIp !== publishAddress)
  if (elsewhere)
    throw new EngineFailure('portTaken', `The ports are published on ${elsewhere.HostIp}, not on ${publishAddress}.`)
}
