import { createHash } from 'node:crypto'
import type { Server } from 'node:net'
import { hostname } from 'node:os'
import * as v from 'valibot'
import type { BuiltInImage } from '../../built-in-images.ts'
import type { ControlPlaneTarget, MeasuredIsolation } from '../../interface/description.ts'
import { LOOPBACK } from '../../interface/networks.ts'
import { createOptions } from '../create-options.ts'
import type { DockerClient } from '../docker-client.ts'
import { ignoreStatus } from '../docker-failure.ts'
import { type DockerNames, probeNames } from '../docker-names.ts'
import { dockerLogs } from '../logs/docker-logs.ts'
import { firstAddress } from '../network/subnet-pool.ts'
import type { WorkloadNetworks } from '../network/workload-networks.ts'
import { judgeOutcomes } from './judge-outcomes.ts'
import { listenOn, type ProbeHost, portOf, probeTargets } from './probe-targets.ts'

/** Not in the catalogue: only the probe runs it. */
export const probeImage: BuiltInImage = {
  image: 'longshore/isolation-probe:1',
  title: 'Isolation probe',
  description: 'Tests what a workload can reach',
  environment: [],
  program: 'isolation-probe.mjs',
}

const CLEAN_UP_MS = 10_000
const limits = { cpuMilli: 500, memoryBytes: 128 * 1024 * 1024 }

/**
 * Returns a function that runs one measurement. Its image must exist, and measurements must not overlap. Everything
 * that a measurement starts is removed again; if the engine fails or this process is killed meanwhile, the next
 * measurement removes it. Of a control plane that never comes back, `removeOrphans` removes it.
 */
export function isolationProbe(
  client: DockerClient,
  ownNames: DockerNames,
  networks: WorkloadNetworks,
  dockerHost = '',
): (controlPlane: ControlPlaneTarget, signal: AbortSignal) => Promise<MeasuredIsolation> {
  return (controlPlane, signal) =>
    measure(client, probeNames(ownNames), networks, runOf(controlPlane, dockerHost), controlPlane, signal)
}

/**
 * The same after a restart, and another one than that of other control planes of this installation and other engines
 * of this machine, which share the names of bridges.
 */
const runOf = ({ port }: ControlPlaneTarget, dockerHost: string): string =>
  createHash('sha256').update(`${hostname()}:${port}:${dockerHost}`).digest('hex').slice(0, 8)

async function measure(
  client: DockerClient,
  names: DockerNames,
  networks: WorkloadNetworks,
  run: string,
  controlPlane: ControlPlaneTarget,
  signal: AbortSignal,
): Promise<MeasuredIsolation> {
  const { docker } = client
  const peer = `${run}-peer`
  const own = `${run}-own`
  const abort = { abortSignal: signal }
  let listener: Server | undefined

  async function start(id: string, environment: Record<string, string>): Promise<ProbeHost> {
    const spec = { id, image: probeImage.image, environment, ports: [], limits, labels: {} }
    const options = createOptions(spec, names, { isPodman: await client.isPodman(), publishAddress: LOOPBACK })
    await docker.createContainer({ ...options, ...abort })
    const container = docker.getContainer(names.container(id))
    await container.start(abort)
    const { NetworkSettings } = await container.inspect(abort)
    const endpoint = NetworkSettings.Networks[names.network(id).name]
    return { address: endpoint?.IPAddress ?? '', gateway: endpoint?.Gateway ?? '' }
  }

  async function gatewayOf(id: string): Promise<string> {
    const info = await docker.getNetwork(names.network(id).name).inspect()
    const config = info.IPAM?.Config?.[0]
    return config?.Gateway?.split('/')[0] ?? firstAddress(config?.Subnet ?? '')
  }

  async function output(id: string, isEnough: (text: string) => boolean): Promise<string> {
    let text = ''
    for await (const { bytes } of dockerLogs(client, names.container(id), { follow: true, signal })) {
      text += Buffer.from(bytes).toString()
      if (isEnough(text)) break
    }
    return text
  }

  async function cleanUp(): Promise<void> {
    const within = AbortSignal.timeout(CLEAN_UP_MS)
    for (const id of [own, peer]) {
      const container = docker.getContainer(names.container(id))
      await container.remove({ force: true, v: true, abortSignal: within }).catch(ignoreStatus(404))
      await networks.remove(names.network(id).name, within)
    }
  }

  await cleanUp()
  try {
    for (const id of [peer, own]) await networks.ensure(names.network(id), signal)
    const peerHost = await start(peer, {})
    await output(peer, (text) => text.includes('ready'))
    const gateway = await gatewayOf(own)
    listener = await listenOn(gateway)
    const targets = probeTargets({ peer: peerHost, gateway, listening: portOf(listener), controlPlane })
    await start(own, { TARGETS: JSON.stringify(targets) })
    const printed = await output(own, () => false)
    signal.throwIfAborted()
    const outcomes = v.parse(v.array(v.string()), JSON.parse(printed))
    return { ...judgeOutcomes(targets, outcomes), atMs: Date.now() }
  } finally {
    listener?.close()
    await cleanUp()
  }
}
