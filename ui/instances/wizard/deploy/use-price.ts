import { dailyPriceOfSize } from '../../../../src/catalogue/price-of-size.ts'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import type { Catalogue } from './use-catalogue.ts'

/** Computes the price at once by the server's rules; the server then confirms it. */
export const usePrice = ({ offer, region, prices, template }: Catalogue, organizationId: OrganizationId | null) => {
  const { data } = useQuery(
    'readPrice',
    offer &&
      region && {
        cpuRequested: offer.size.cpu,
        memoryRequested: offer.size.memory,
        ephemeralStorageRequested: offer.size.storage,
        region: region.region,
        scalingMode: region.scalingMode,
        availableCheck: true,
        ...(organizationId && { organizationId }),
        ...(template && { templateId: template._id }),
      },
  )
  const unitPrices = lastLoaded(prices.data)?.value.unitPrices ?? []
  const own = offer && region ? dailyPriceOfSize(offer.size, unitPrices, region.region) : null
  const response = lastLoaded(data)?.value ?? null
  return {
    dailyMicros: response?.resourceDailyCost ?? own,
    isConfirmed: data.kind === 'loaded',
    isUnavailable: response?.available === 'NOT_AVAILABLE',
    priceIn: (regionId: string): number | null => offer && dailyPriceOfSize(offer.size, unitPrices, regionId),
    priceOf: (size: { cpu: number; memory: number; storage: number }): number | null =>
      region && dailyPriceOfSize(size, unitPrices, region.region),
  }
}
