import type { Instance } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { PriceChange } from './price-change.tsx'
import { useConfigurationPrice } from './use-configuration-price.ts'

/** What an instance costs now, and with its saved configuration at today's prices. */
export const SavedPriceChange = ({ instance }: { instance: Instance }) => (
  <PriceChange before={isCharged(instance) ? dailyPriceOf(instance) : null} after={useSavedPrice(instance)} />
)

/** Micro-dollars per day of the newest configuration of an instance; null while it is not known. */
export const useSavedPrice = (instance: Instance | null): number | null => {
  const [newest] = instance?.deployments ?? []
  const { data } = useQuery('readDeployment', newest ? { id: newest._id } : null)
  return useConfigurationPrice(lastLoaded(data)?.value.deployment.configuration?.services, instance?.region ?? '')
}
