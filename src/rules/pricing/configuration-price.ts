import type { UnitPrice } from '../../contract/wire/catalogue.ts'
import { unitPriceIn } from './price-of-size.ts'
import { dailyPriceOfServices, type PricedService } from './priced-parts.ts'

/** Micro-dollars per day of a configuration in a region, as a deployment is charged; null while its prices are unknown. */
export const dailyPriceIn = (
  services: readonly PricedService[],
  unitPrices: readonly UnitPrice[],
  region: string,
): number | null => {
  // As the server: an instance of a region that is no longer offered has the prices of the first one.
  const price = unitPriceIn(unitPrices, region) ?? unitPrices[0]
  return price ? dailyPriceOfServices(services, price) : null
}
