import type { CostReport } from '../contract/wire/money/cost.ts'

const DAY_MS = 86_400_000
const RECENT_DAYS = 7

export interface MonthOutlook {
  /** Since midnight, and since the first of the month, UTC. */
  todayMicros: number
  monthMicros: number
  /** What the month costs at its end if everything stays as it is now. */
  atPresentMicros: number
  /** The same if it goes on as in the last seven whole days; null if nothing was used in them. */
  asRecentlyMicros: number | null
}

/** Estimates the cost of a month from a report of `outlookPeriod` that was read at `atMs`. */
export const monthOutlook = (
  { starts, parts, others, dailyMicros }: Pick<CostReport, 'starts' | 'parts' | 'others' | 'dailyMicros'>,
  atMs: number,
): MonthOutlook => {
  const at = new Date(atMs)
  const monthStart = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
  const monthEnd = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1)
  const today = Math.floor(atMs / DAY_MS) * DAY_MS
  const costBetween = (fromMs: number, toMs: number): number =>
    starts.reduce((sum, start, place) => {
      const ms = Date.parse(start)
      if (ms < fromMs || ms >= toMs) return sum
      return parts.reduce((total, { costs }) => total + (costs[place] ?? 0), sum + (others.costs[place] ?? 0))
    }, 0)
  const monthMicros = costBetween(monthStart, monthEnd)
  const recentDaily = costBetween(today - RECENT_DAYS * DAY_MS, today) / RECENT_DAYS
  const remainingDays = (monthEnd - atMs) / DAY_MS
  const endAt = (daily: number) => Math.round(monthMicros + daily * remainingDays)
  return {
    todayMicros: costBetween(today, today + DAY_MS),
    monthMicros,
    atPresentMicros: endAt(dailyMicros),
    asRecentlyMicros: recentDaily > 0 ? endAt(recentDaily) : null,
  }
}
