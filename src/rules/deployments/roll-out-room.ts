import type { Region } from '../../contract/wire/catalogue.ts'
import type { ServiceSettings } from '../../contract/wire/instance/service.ts'
import { fits } from '../plan-fit.ts'

/** What all replicas of an instance need together: milli-cores, and bytes of memory and disk. */
export interface ReplicasSize {
  cpu: number
  memory: number
  storage: number
}

type Sized = Pick<ServiceSettings, 'cpuMilli' | 'memoryBytes' | 'storageBytes' | 'replicas'>

export const replicasSize = (services: readonly Sized[]): ReplicasSize =>
  services.reduce(
    (sum, { cpuMilli, memoryBytes, storageBytes, replicas }) => ({
      cpu: sum.cpu + cpuMilli * replicas,
      memory: sum.memory + memoryBytes * replicas,
      storage: sum.storage + storageBytes * replicas,
    }),
    { cpu: 0, memory: 0, storage: 0 },
  )

/**
 * Returns whether new replicas have room beside the current ones, only in their place, or not at all. While the free
 * capacity is unknown, the server decides.
 */
export function rollOutRoom(
  needed: ReplicasSize,
  current: ReplicasSize,
  region: Pick<Region, 'availability' | 'resources'> | undefined,
): 'beside' | 'inPlace' | 'none' {
  if (!region || region.availability === 'unknown') return 'beside'
  const { resources: free } = region
  const request = { cpu: needed.cpu, memory: needed.memory, storageEphemeral: needed.storage, gpu: 0, storage: [] }
  if (fits(request, free)) return 'beside'
  const emptied = {
    ...free,
    cpu: free.cpu + current.cpu,
    memory: free.memory + current.memory,
    storageEphemeral: free.storageEphemeral + current.storage,
  }
  return fits(request, emptied) ? 'inPlace' : 'none'
}
