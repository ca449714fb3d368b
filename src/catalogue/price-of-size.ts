import type { UnitPrice } from '../contract/wire/catalogue.ts'
import type { Size } from '../rules/format-size.ts'
import { dailyPriceMicros, noResources } from '../rules/prices.ts'

/** Micro-dollars a day in a region, by the rules that the server charges by; null while its prices are not known. */
export const dailyPriceOfSize = (
  { cpu, memory, storage }: Size,
  unitPrices: readonly UnitPrice[],
  region: string,
): number | null => {
  const price = unitPrices.find((item) => item.region === region && item.scalingMode === 'NO_SCALING')
  return price ? dailyPriceMicros({ ...noResources, cpu, memory, storageEphemeral: storage }, price) : null
}
