import { useMemo } from 'react'
import { lastLoaded, type RemoteData } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'

export interface CatalogueNames {
  region(id: string): string
  plan(id: string): string
}

/**
 * Returns the names of regions and plans, or their ids where the names could not be loaded. It is ready as soon as that
 * is known.
 */
export const useCatalogueNames = (): CatalogueNames & { isReady: boolean } => {
  const ofRegions = useQuery('readRegions', {}).data
  const ofPlans = useQuery('readPlans', { skip: 0, limit: 50 }).data
  const regions = lastLoaded(ofRegions)?.value.regions
  const plans = lastLoaded(ofPlans)?.value.akashMachineImages
  const isReady = isSettled(ofRegions) && isSettled(ofPlans)
  return useMemo(
    () => ({
      isReady,
      region: (id) => regions?.find(({ region }) => region === id)?.title ?? id,
      plan: (id) => plans?.find(({ _id }) => _id === id)?.name ?? (id.startsWith('custom-id') ? 'Custom' : id),
    }),
    [isReady, regions, plans],
  )
}

const isSettled = (data: RemoteData<unknown>): boolean => data.kind === 'failed' || lastLoaded(data) !== null
