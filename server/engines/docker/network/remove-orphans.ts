import type { DockerClient } from '../docker-client.ts'
import { ignoreStatus } from '../docker-failure.ts'
import { type DockerNames, probeLabel } from '../docker-names.ts'
import type { WorkloadNetworks } from './workload-networks.ts'

/** Protects a network whose container is still being created, and a running probe; neither takes this long. */
const STARTING_MS = 10 * 60_000

/** Removes what a killed control plane of this installation left behind: probes, and networks without a container. */
export async function removeOrphans(
  client: DockerClient,
  networks: WorkloadNetworks,
  names: DockerNames,
  signal: AbortSignal,
  olderThanMs = STARTING_MS,
): Promise<void> {
  const { docker } = client
  const filters = { label: [names.filter] }
  // Containers are listed after the networks, so a container that appears in between keeps its network.
  const found = await docker.listNetworks({ filters, abortSignal: signal })
  const containers = await docker.listContainers({ all: true, filters, abortSignal: signal })
  const inUse = new Set(containers.flatMap(({ Names }) => Names.map((name) => name.replace(/^\//, ''))))
  const probes = containers.filter(({ Labels }) => probeLabel in Labels)
  const unused = found.filter(({ Name }) => !inUse.has(Name))
  if (unused.length === 0 && probes.length === 0) return
  // The engine may run on another machine, so its own clock applies.
  const { SystemTime } = await client.getJson<{ SystemTime: string }>('/info', signal)
  const bornBeforeMs = Date.parse(SystemTime) - olderThanMs
  for (const { Id, Created } of probes) {
    if (Created * 1000 > bornBeforeMs) continue
    await docker.getContainer(Id).remove({ force: true, v: true, abortSignal: signal }).catch(ignoreStatus(404))
  }
  for (const { Name, Created } of unused) {
    if (Date.parse(Created) <= bornBeforeMs) await networks.remove(Name, signal)
  }
}
