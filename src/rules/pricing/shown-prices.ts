import { hourlyFromDailyMicros, monthlyFromDailyMicros } from '../prices.ts'

export interface ShownPrice {
  micros: number
  decimals: 2 | 4
  per: 'month' | 'day' | 'hour'
}

/** The prices that a page shows, the headline first: a month for compute, an hour and a day for accelerate. */
export const shownPrices = (
  type: 'compute' | 'accelerate' | 'multiservice',
  dailyMicros: number,
): readonly [ShownPrice, ...ShownPrice[]] => {
  const month = { micros: monthlyFromDailyMicros(dailyMicros), decimals: 2, per: 'month' } as const
  const day = { micros: dailyMicros, decimals: 4, per: 'day' } as const
  const hour = { micros: Math.round(hourlyFromDailyMicros(dailyMicros)), decimals: 4, per: 'hour' } as const
  return type === 'accelerate' ? [hour, day] : [month, day, hour]
}
