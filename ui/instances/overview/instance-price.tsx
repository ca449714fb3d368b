import type { Instance } from '../../../src/contract/wire/compute.ts'
import { dailyPriceOf, isCharged } from '../../../src/instances/instance-list.ts'
import { hourlyFromDailyMicros, monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { Stack } from '../../parts/layout/stack.tsx'
import { Price } from '../../parts/text/price.tsx'
import { Text } from '../../parts/text/text.tsx'

/** The price, or the price that the instance would have if it ran. */
export const InstancePrice = ({ instance }: { instance: Instance }) => {
  const daily = dailyPriceOf(instance)
  return (
    <Stack gap={0}>
      {!isCharged(instance) && <span>Not running now. When running:</span>}
      <Price micros={monthlyFromDailyMicros(daily)} per="month" />
      <Text as="span" size="sm" tone="muted">
        <Price micros={daily} decimals={4} per="day" />
      </Text>
      <Text as="span" size="sm" tone="muted">
        <Price micros={Math.round(hourlyFromDailyMicros(daily))} decimals={4} per="hour" />
      </Text>
    </Stack>
  )
}
