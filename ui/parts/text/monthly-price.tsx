import { monthlyFromDailyMicros } from '../../../src/rules/prices.ts'
import { Stack } from '../layout/stack.tsx'
import { Price } from './price.tsx'
import { Text } from './text.tsx'

/** A price per month, with the price per day in small text. */
export const MonthlyPrice = ({ dailyMicros }: { dailyMicros: number }) => (
  <Stack gap={0}>
    <Price micros={monthlyFromDailyMicros(dailyMicros)} per="month" />
    <Text as="span" size="sm" tone="muted">
      <Price micros={dailyMicros} decimals={4} per="day" />
    </Text>
  </Stack>
)
