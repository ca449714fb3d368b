import type { Instance } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { PriceChange } from './price-change.tsx'
import { useConfigurationPrice } from './use-configuration-price.ts'

type SavedPriceChangeProps = {
  instance: Instance
  /** Nothing is shown while the price stays the same. */
  onlyIfChanged?: boolean
}

/** What an instance costs now, and with its saved configuration at today's prices. */
export const SavedPriceChange = ({ instance, onlyIfChanged = false }: SavedPriceChangeProps) => {
  const before = isCharged(instance) ? dailyPriceOf(instance) : null
  const after = useSavedPrice(instance)
  return onlyIfChanged && (after === null || after === before) ? null : <PriceChange before={before} after={after} />
}

/** Micro-dollars per day of the newest configuration of an instance; null while it is not known. */
export const useSavedPrice = (instance: Instance | null): number | null => {
  const [newest] = instance?.deployments ?? []
  const { data } = useQuery('readDeployment', newest ? { id: newest._id } : null)
  return useConfigurationPrice(lastLoaded(data)?.value.deployment.configuration?.services, instance?.region ?? '')
}
