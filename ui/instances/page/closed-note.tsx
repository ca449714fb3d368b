import type { Instance } from '../../../src/contract/wire/compute.ts'
import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { Price } from '../../parts/text/price.tsx'
import { useKeptWhileClosed } from '../../volumes/use-kept-while-closed.ts'

/** Says what a closed instance still costs. */
export const ClosedNote = ({ instance }: { instance: Instance }) => (
  <>{costText(useKeptWhileClosed(instance)?.dailyMicros ?? null)} Its settings and logs are kept until you delete it.</>
)

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
