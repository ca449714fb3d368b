const DAYS_PER_MONTH = 30
const TOP_UP_DAYS = 2

/** The balance is topped up below this. */
export const topUpThresholdMicros = (dailyMicros: number): number => dailyMicros * TOP_UP_DAYS

export const monthlyFromDailyMicros = (dailyMicros: number): number => dailyMicros * DAYS_PER_MONTH

export const hourlyFromDailyMicros = (dailyMicros: number): number => dailyMicros / 24

/** Formats dollars with a fixed number of decimals: 2 for a month, 4 for an hour or a day. */
export const dollars = (micros: number, decimals: 2 | 4 = 2): string =>
  (micros / 1_000_000).toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
