import { type CostDivision, type CostStep, costDivisions } from '../contract/wire/money/cost.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The choices of the page, by their value in the address. Months and days are those of UTC, as on an invoice. */
export const costRanges = [
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
] as const
export type CostRange = (typeof costRanges)[number]['value']

export interface CostsView {
  range: CostRange
  by: CostDivision
  /** Empty for all projects. */
  project: string
}

/** Reads what is shown from the address; whatever is not valid there counts as not given. */
export const costsView = (query: URLSearchParams): CostsView => ({
  range: costRanges.find(({ value }) => value === query.get('range'))?.value ?? 'month',
  by: costDivisions.find((division) => division === query.get('by')) ?? 'project',
  project: query.get('project') ?? '',
})

const days = { '7d': 7, '30d': 30, '90d': 90 } as const

/** Returns the dates of the call for a range that contains `nowMs`: the same all day, or all hour for the last hours. */
export const costPeriod = (range: CostRange, nowMs: number): { from: string; to: string; step: CostStep } => {
  const now = new Date(nowMs)
  const month = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)
  switch (range) {
    case 'month':
      return period(month(0), month(1), 'day')
    case 'last-month':
      return period(month(-1), month(0), 'day')
    case '24h': {
      const end = endOf(nowMs, HOUR_MS)
      return period(end - 24 * HOUR_MS, end, 'hour')
    }
    default: {
      const end = endOf(nowMs, DAY_MS)
      return period(end - days[range] * DAY_MS, end, 'day')
    }
  }
}

/** Returns the dates of this month and of the seven days before today, from which the end of the month is estimated. */
export const outlookPeriod = (nowMs: number): { from: string; to: string; step: CostStep } => {
  const { from, to } = costPeriod('month', nowMs)
  const week = endOf(nowMs, DAY_MS) - 8 * DAY_MS
  return { from: new Date(Math.min(Date.parse(from), week)).toISOString(), to, step: 'day' }
}

const endOf = (ms: number, step: number): number => (Math.floor(ms / step) + 1) * step

const period = (fromMs: number, toMs: number, step: CostStep) => ({
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
  step,
})
