import type { UnitPrice } from '../../contract/wire/catalogue.ts'
import type { Size } from '../format-size.ts'
import { dailyPriceMicros, noResources } from './resource-price.ts'

/** Returns the prices of a region: those without scaling, or its first ones. */
export const unitPriceIn = (unitPrices: readonly UnitPrice[], region: string): UnitPrice | undefined => {
  const offered = unitPrices.filter((item) => item.region === region)
  return offered.find(({ scalingMode }) => scalingMode === 'NO_SCALING') ?? offered[0]
}

/** Returns micro-dollars per day in a region, by the server's pricing rules; null if its prices are unknown. */
export const dailyPriceOfSize = (
  { cpu, memory, storage }: Size,
  unitPrices: readonly UnitPrice[],
  region: string,
): number | null => {
  const price = unitPriceIn(unitPrices, region)
  return price ? dailyPriceMicros({ ...noResources, cpu, memory, storageEphemeral: storage }, price) : null
}
