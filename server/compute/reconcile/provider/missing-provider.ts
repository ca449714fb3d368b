import type { Regions } from '../../catalogue/regions/regions.ts'

interface Place {
  region: string
  /** As in `replica.provider`; empty before its workload was seen running. */
  provider: string
}

/**
 * Returns why the engine of a replica is gone, for users; undefined while it is there. A replica is never started on
 * another engine by itself: its volumes are not there, and its first engine may still run it.
 */
export function missingProvider(regions: Pick<Regions, 'list'>, current: string, place: Place): string | undefined {
  const region = regions.list.find(({ name }) => name === place.region)
  if (!region) return `The region ${place.region} is no longer part of this installation. ${advice}`
  if (!region.isServed)
    return `The engine of the region ${region.title} (${region.engine}) is not connected to this installation. ${advice}`
  if (place.provider === '' || place.provider === current) return undefined
  return `Another engine answers in the region ${region.title} than the one that ran this. Deploy it again to run it there, or ask the operator to connect the earlier one.`
}

const advice = 'It starts again when the operator brings it back.'
