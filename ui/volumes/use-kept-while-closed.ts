import type { Instance } from '../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { keptWhileClosed } from '../../src/volumes/kept-price.ts'
import { useQuery } from '../hooks/use-query.ts'

/** What an instance keeps, and costs, while it is closed; null until it is known. */
export const useKeptWhileClosed = (instance: Pick<Instance, '_id' | 'computeProject'> | null) => {
  const volumes = lastLoaded(useQuery('readInstanceVolumes', instance && { id: instance._id }).data)?.value.volumes
  const addresses = lastLoaded(useQuery('readProjectAddresses', instance && { id: instance.computeProject }).data)
    ?.value.addresses
  return instance && volumes && addresses ? keptWhileClosed(instance._id, volumes, addresses) : null
}
