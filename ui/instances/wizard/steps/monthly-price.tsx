import { monthlyFromDailyMicros } from '../../../../src/rules/prices.ts'
import { Price } from '../../../parts/text/price.tsx'

/** Renders nothing while the price is not known. */
export const MonthlyPrice = ({ daily }: { daily: number | null }) =>
  daily === null ? null : <Price micros={monthlyFromDailyMicros(daily)} per="month" />
