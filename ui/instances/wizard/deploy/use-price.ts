import type { OfferedPlan } from '../../../../src/catalogue/offered-plans.ts'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { dailyPriceOfTotals, type ServiceTotals } from '../../../../src/instances/wizard/service-totals.ts'
import { dailyPriceOfSize } from '../../../../src/rules/pricing/price-of-size.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import type { Catalogue } from './use-catalogue.ts'

/**
 * Computes the price at once by the server's rules; the server then confirms it. Several services cost what their
 * totals cost; a single one what the chosen plan costs.
 */
export const usePrice = (
  { offer, region, prices, template }: Catalogue,
  organizationId: OrganizationId | null,
  totals: ServiceTotals | null,
) => {
  const { data } = useQuery(
    'readPrice',
    (totals ?? offer) &&
      region && {
        ...(totals ? requestedTotals(totals) : offer && requestedSize(offer)),
        region: region.region,
        scalingMode: region.scalingMode,
        availableCheck: true,
        ...(organizationId && { organizationId }),
        ...(template && { templateId: template._id }),
      },
  )
  const unitPrices = lastLoaded(prices.data)?.value.unitPrices ?? []
  const own = !region
    ? null
    : totals
      ? dailyPriceOfTotals(totals, unitPrices, region.region)
      : offer && dailyPriceOfSize(offer.size, unitPrices, region.region)
  const response = lastLoaded(data)?.value ?? null
  const lacksAddresses = totals !== null && totals.addresses > 0 && region?.ip_supported === false
  return {
    dailyMicros: response?.resourceDailyCost ?? own,
    isConfirmed: data.kind === 'loaded',
    isUnavailable: response?.available === 'NOT_AVAILABLE' || lacksAddresses,
    priceIn: (regionId: string): number | null =>
      totals
        ? dailyPriceOfTotals(totals, unitPrices, regionId)
        : offer && dailyPriceOfSize(offer.size, unitPrices, regionId),
    priceOf: (size: { cpu: number; memory: number; storage: number }): number | null =>
      region && dailyPriceOfSize(size, unitPrices, region.region),
  }
}

const requestedSize = ({ size }: OfferedPlan) => ({
  cpuRequested: size.cpu,
  memoryRequested: size.memory,
  ephemeralStorageRequested: size.storage,
})

const requestedTotals = (totals: ServiceTotals) => ({
  cpuRequested: totals.cpu,
  memoryRequested: totals.memory,
  ephemeralStorageRequested: totals.storage,
  hddPersStorageRequested: totals.persistentHdd,
  ssdPersStorageRequested: totals.persistentSsd,
  nvmePersStorageRequested: totals.persistentNvme,
  endpointsRequested: totals.publicPorts,
  ipsRequested: totals.addresses,
})
