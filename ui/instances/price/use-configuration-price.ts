import { lastLoaded } from '../../../src/core/remote-data.ts'
import { dailyPriceIn } from '../../../src/rules/pricing/configuration-price.ts'
import type { PricedService } from '../../../src/rules/pricing/priced-parts.ts'
import { useQuery } from '../../hooks/use-query.ts'

/** Returns micro-dollars per day of a configuration at today's prices; null while they or the services are unknown. */
export const useConfigurationPrice = (
  services: readonly PricedService[] | undefined,
  region: string,
): number | null => {
  const unitPrices = lastLoaded(useQuery('readUnitPrices', {}).data)?.value.unitPrices
  return services && unitPrices ? dailyPriceIn(services, unitPrices, region) : null
}
