import type { Engines } from '../../../engines/engines.ts'
import { engineTitle } from '../../catalogue/regions/region-engine.ts'
import type { Regions } from '../../catalogue/regions/regions.ts'

interface Place {
  region: string
  /** As in `replica.engine`. */
  engine: string
  /** As in `replica.provider`; empty before its workload was seen running. */
  provider: string
}

/**
 * Returns why the engine of a replica is gone, for users; undefined while it is there. A replica is never started on
 * another engine by itself: its volumes are not there, and its first engine may still run it.
 */
export function missingProvider(
  { regions, engines }: { regions: Pick<Regions, 'list'>; engines: Pick<Engines, 'has'> },
  current: string,
  place: Place,
): string | undefined {
  const region = regions.list.find(({ name }) => name === place.region)
  if (!region) return `The region ${place.region} is no longer part of this installation. ${advice}`
  if (!region.isServed)
    return `The engine of the region ${region.title} (${engineTitle(region)}) is not connected to this installation. ${advice}`
  if (!engines.has(place.engine))
    return `The region ${region.title} has another engine now, and the one that ran this is not connected. Deploy it again to run it there, or ask the operator to connect the earlier one.`
  if (place.provider === '' || place.provider === current) return undefined
  return `Another engine answers in the region ${region.title} than the one that ran this. Deploy it again to run it there, or ask the operator to connect the earlier one.`
}

const advice = 'It starts again when the operator brings it back.'
