import type { Instance } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { keptPriceMicros } from '../../../src/volumes/kept-price.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Price } from '../../parts/text/price.tsx'

/** Says what a closed instance still costs. */
export const ClosedNote = ({ instance: { _id: id, computeProject } }: { instance: Instance }) => {
  const volumes = lastLoaded(useQuery('readInstanceVolumes', { id }).data)?.value.volumes
  const addresses = lastLoaded(useQuery('readProjectAddresses', { id: computeProject }).data)?.value.addresses
  return (
    <>
      {costText(volumes && addresses ? keptPriceMicros(id, volumes, addresses) : null)} Its settings and logs are kept
      until you delete it.
    </>
  )
}

const costText = (dailyMicros: number | null) => {
  if (dailyMicros === null) return 'You are not charged for running it.'
  if (dailyMicros === 0) return 'You are not charged for it.'
  return (
    <>
      You are not charged for running it, but the volumes and addresses that it keeps cost{' '}
      <Price micros={monthlyFromDailyMicros(dailyMicros)} per="month" />.
    </>
  )
}
