import type { VolumeInspectInfo } from 'dockerode'
import type { KnownResources } from '../../engine.ts'
import type { DockerClient } from '../docker-client.ts'
import { ignoreStatus } from '../docker-failure.ts'
import { archiveLabel, type DockerNames, probeLabel, workloadLabel } from '../docker-names.ts'
import type { WorkloadNetworks } from './workload-networks.ts'

/** Protects what a container that is still being created needs, and a running probe; neither takes this long. */
const STARTING_MS = 10 * 60_000
/** A large volume is copied for hours. */
const COPYING_MS = 24 * 60 * 60_000

/**
 * Removes what a killed control plane of this installation left behind: probes, networks without a container, and the
 * shared networks and volumes that are not `known`.
 */
export async function removeOrphans(
  client: DockerClient,
  networks: WorkloadNetworks,
  names: DockerNames,
  signal: AbortSignal,
  { known, olderThanMs = STARTING_MS }: { known?: KnownResources | undefined; olderThanMs?: number } = {},
): Promise<void> {
  const { docker } = client
  const filters = { label: [names.filter] }
  // Containers are listed after the networks, so a container that appears in between keeps its network.
  const found = await docker.listNetworks({ filters, abortSignal: signal })
  const containers = await docker.listContainers({ all: true, filters, abortSignal: signal })
  const inUse = new Set(containers.flatMap(({ Names }) => Names.map((name) => name.replace(/^\//, ''))))
  const probes = containers.filter(({ Labels }) => probeLabel in Labels)
  const unused = found.filter(({ Name }) => {
    const id = names.sharedNetwork.idOf(Name)
    return id === undefined ? !inUse.has(Name) : known !== undefined && !known.networkIds.has(id)
  })
  const volumes = known ? await unknownVolumes(client, names, known, signal) : []
  const workloadIds = unused.flatMap(({ Labels }) => Labels?.[workloadLabel] ?? [])
  // Read after the networks were listed: a workload's network is created only after the workload is recorded.
  const unneeded = new Set(workloadIds.length > 0 ? await known?.unneeded?.(workloadIds) : [])
  if (unused.length === 0 && probes.length === 0 && volumes.length === 0) return
  // The engine may run on another machine, so its own clock applies.
  const { SystemTime } = await client.getJson<{ SystemTime: string }>('/info', signal)
  const bornBeforeMs = Date.parse(SystemTime) - olderThanMs
  for (const { Id, Created, Labels } of probes) {
    const spareMs = archiveLabel in Labels ? COPYING_MS - STARTING_MS : 0
    if (Created * 1000 > bornBeforeMs - spareMs) continue
    await docker.getContainer(Id).remove({ force: true, v: true, abortSignal: signal }).catch(ignoreStatus(404))
  }
  for (const { Name, Created, Labels } of unused) {
    if (unneeded.has(Labels?.[workloadLabel] ?? '') || Date.parse(Created) <= bornBeforeMs)
      await networks.remove(Name, signal)
  }
  for (const { Name, CreatedAt } of volumes) {
    if (!CreatedAt || Date.parse(CreatedAt) > bornBeforeMs) continue
    // A workload still uses it (409).
    await docker.getVolume(Name).remove({ abortSignal: signal }).catch(ignoreStatus(404)).catch(ignoreStatus(409))
  }
}

async function unknownVolumes(
  { docker }: DockerClient,
  { volume }: DockerNames,
  { volumeIds }: KnownResources,
  signal: AbortSignal,
): Promise<(VolumeInspectInfo & { CreatedAt?: string })[]> {
  const { Volumes } = await docker.listVolumes({
    filters: JSON.stringify({ label: volume.filter }),
    abortSignal: signal,
  })
  return (Volumes ?? []).filter(({ Name, Labels }) => {
    const id = volume.idOf(Name)
    return id !== undefined && volume.ownLabels(id, Labels) !== undefined && !volumeIds.has(id)
  })
}
