import type { DockerClient } from '../docker-client.ts'
import type { DockerNames } from '../docker-names.ts'
import type { WorkloadNetworks } from './workload-networks.ts'

interface Found {
  Name: string
  Created: string
}

/** A start may have made the network and not yet the container; none takes this long. */
const STARTING_MS = 10 * 60_000

/** Removes networks of this installation whose workload is gone: what a killed control plane left behind. */
export async function removeOrphanNetworks(
  client: DockerClient,
  networks: WorkloadNetworks,
  names: DockerNames,
  signal: AbortSignal,
  olderThanMs = STARTING_MS,
): Promise<string[]> {
  const filters = { label: [names.filter] }
  const filter = encodeURIComponent(JSON.stringify(filters))
  // Containers are read after the networks: one that appears in between keeps its network.
  const found = await client.ask<Found[]>(`/networks?filters=${filter}`, signal)
  const containers = await client.docker.listContainers({ all: true, filters, abortSignal: signal })
  const inUse = new Set(containers.flatMap(({ Names }) => Names.map((name) => name.replace(/^\//, ''))))
  const unused = found.filter(({ Name }) => !inUse.has(Name))
  if (unused.length === 0) return []
  const { SystemTime } = await client.ask<{ SystemTime: string }>('/info', signal)
  const bornBeforeMs = Date.parse(SystemTime) - olderThanMs
  const orphans = unused.filter(({ Created }) => Date.parse(Created) <= bornBeforeMs).map(({ Name }) => Name)
  for (const name of orphans) await networks.remove(name, signal)
  return orphans
}
