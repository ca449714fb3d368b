import { useMemo } from 'react'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useQuery } from '../hooks/use-query.ts'

export interface CatalogueNames {
  region(id: string): string
  plan(id: string): string
}

/** Returns the names of regions and plans, or their ids while the names load. */
export const useCatalogueNames = (): CatalogueNames => {
  const regions = lastLoaded(useQuery('readRegions', {}).data)?.value.regions
  const plans = lastLoaded(useQuery('readPlans', { skip: 0, limit: 50 }).data)?.value.akashMachineImages
  return useMemo(
    () => ({
      region: (id) => regions?.find(({ region }) => region === id)?.title ?? id,
      plan: (id) => plans?.find(({ _id }) => _id === id)?.name ?? (id.startsWith('custom-id') ? 'Custom' : id),
    }),
    [regions, plans],
  )
}
