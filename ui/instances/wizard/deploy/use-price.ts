import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { requestedTotals } from '../../../../src/instances/wizard/requested-totals.ts'
import { dailyPriceOfTotals, type ServiceTotals } from '../../../../src/instances/wizard/service-totals.ts'
import { dailyPriceOfSize } from '../../../../src/rules/pricing/price-of-size.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import type { Catalogue } from './use-catalogue.ts'

/**
 * Computes the price at once by the server's rules; the server then confirms it. `totals` is what all replicas of all
 * services need; null until a plan is known.
 */
export const usePrice = (
  { region, prices, template }: Catalogue,
  organizationId: OrganizationId | null,
  totals: ServiceTotals | null,
) => {
  const { data } = useQuery(
    'readPrice',
    totals &&
      region && {
        ...requestedTotals(totals),
        region: region.region,
        scalingMode: region.scalingMode,
        availableCheck: true,
        ...(organizationId && { organizationId }),
        ...(template && { templateId: template._id }),
      },
  )
  const unitPrices = lastLoaded(prices.data)?.value.unitPrices ?? []
  const own = totals && region && dailyPriceOfTotals(totals, unitPrices, region.region)
  const response = lastLoaded(data)?.value ?? null
  return {
    dailyMicros: response?.resourceDailyCost ?? own,
    /** Whether it has something that is charged while the instance is closed. */
    keepsStorage:
      totals !== null && totals.persistentHdd + totals.persistentSsd + totals.persistentNvme + totals.addresses > 0,
    isConfirmed: data.kind === 'loaded',
    /** Whether the server answered that the region does not have it. */
    isRejected: response?.available === 'NOT_AVAILABLE',
    isUnknown: response?.available === 'UNKNOWN',
    priceIn: (regionId: string): number | null => totals && dailyPriceOfTotals(totals, unitPrices, regionId),
    priceOf: (size: { cpu: number; memory: number; storage: number }): number | null =>
      region && dailyPriceOfSize(size, unitPrices, region.region),
  }
}
