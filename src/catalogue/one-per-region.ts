import type { Region } from '../contract/wire/catalogue.ts'

/** Returns one entry for each region: the one without scaling, or its first one. */
export const onePerRegion = (regions: readonly Region[]): Region[] => {
  const byName = new Map<string, Region>()
  for (const region of regions) {
    if (region.scalingMode === 'NO_SCALING' || !byName.has(region.region)) byName.set(region.region, region)
  }
  return [...byName.values()]
}
