import { expect, test } from 'vitest'
import type { CostPart, CostReport } from '../../src/contract/wire/money/cost.ts'
import { costCsv } from '../../src/costs/cost-csv.ts'
import { costPeriod, costsView, outlookPeriod } from '../../src/costs/cost-range.ts'
import { monthOutlook } from '../../src/costs/month-outlook.ts'
import { chartedCosts, partName } from '../../src/costs/part-name.ts'

const at = Date.UTC(2028, 1, 29, 13, 45)
const days = (range: Parameters<typeof costPeriod>[0], nowMs = at) => {
  const { from, to, step } = costPeriod(range, nowMs)
  return [from.slice(0, 13), to.slice(0, 13), step]
}

test('ranges are whole months, days or hours of UTC, through leap days and the turn of the year', () => {
  expect(days('month')).toEqual(['2028-02-01T00', '2028-03-01T00', 'day'])
  expect(days('last-month')).toEqual(['2028-01-01T00', '2028-02-01T00', 'day'])
  expect(days('last-month', Date.UTC(2028, 0, 3))).toEqual(['2027-12-01T00', '2028-01-01T00', 'day'])
  expect(days('7d')).toEqual(['2028-02-23T00', '2028-03-01T00', 'day'])
  expect(days('24h')).toEqual(['2028-02-28T14', '2028-02-29T14', 'hour'])
  expect(outlookPeriod(Date.UTC(2028, 2, 2)).from.slice(0, 10)).toBe('2028-02-24')
  expect(outlookPeriod(at).from.slice(0, 10)).toBe('2028-02-01')
})

test('what is not valid in an address counts as not given', () => {
  expect(costsView(new URLSearchParams('range=1e309&by=owner'))).toEqual({ range: 'month', by: 'project', project: '' })
  expect(costsView(new URLSearchParams('range=7d&by=service&project=p1'))).toEqual({
    range: '7d',
    by: 'service',
    project: 'p1',
  })
})

const part = (costs: number[], of: Partial<CostPart> = {}): CostPart => ({
  key: 'k',
  project: { _id: 'p1' as never, name: 'Shop' },
  instance: null,
  service: null,
  subject: null,
  costs,
  totalMicros: costs.reduce((sum, micros) => sum + micros, 0),
  ...of,
})

test('the end of a month is estimated from what is in use and from the last seven whole days', () => {
  // From 22 February to 1 March, read at noon of 1 March.
  const starts = Array.from({ length: 9 }, (_, day) => new Date(Date.UTC(2028, 1, 22 + day)).toISOString())
  const report = {
    starts,
    parts: [part([70, 70, 70, 70, 70, 70, 70, 70, 50])],
    others: { count: 0, costs: starts.map(() => 0), totalMicros: 0 },
    dailyMicros: 100,
  }
  expect(monthOutlook(report, Date.UTC(2028, 2, 1, 12))).toEqual({
    todayMicros: 50,
    monthMicros: 50,
    atPresentMicros: 50 + 30.5 * 100,
    asRecentlyMicros: 50 + 30.5 * 70,
  })
  const isNew = { ...report, parts: [part([0, 0, 0, 0, 0, 0, 0, 0, 50])] }
  expect(monthOutlook(isNew, Date.UTC(2028, 2, 1, 12)).asRecentlyMicros).toBeNull()
})

test('parts have the names of what they are, also when it is deleted', () => {
  const instance = { _id: 'i1' as never, name: 'web' }
  expect(partName(part([1]))).toEqual({ name: 'Shop', of: '' })
  expect(partName(part([1], { project: { _id: 'p1' as never, name: null } }))).toEqual({
    name: 'Deleted project',
    of: '',
  })
  expect(partName(part([1], { instance }))).toEqual({ name: 'web', of: 'Shop' })
  expect(partName(part([1], { instance: { ...instance, name: null } }))).toEqual({
    name: 'Deleted instance',
    of: 'Shop',
  })
  expect(partName(part([1], { instance, service: 'db' }))).toEqual({ name: 'web · db', of: 'Shop' })
  expect(partName(part([1], { subject: 'volume' }))).toEqual({ name: 'Volumes', of: 'Shop' })
  expect(partName(part([1], { subject: 'run', project: null }))).toEqual({ name: 'Jobs and commands', of: '' })
})

test('the chart shows the most expensive parts and the sum of all others', () => {
  const parts = [part([5, 5]), part([3, 0]), part([1, 1])]
  expect(chartedCosts(parts, [10, 20], 2)).toEqual({ shown: parts.slice(0, 2), rest: [11, 21] })
})

test('the file has a column for each part, whose names are no formulas', () => {
  const report: CostReport = {
    from: '2028-02-28T00:00:00.000Z',
    to: '2028-03-01T00:00:00.000Z',
    step: 'day',
    starts: ['2028-02-28T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
    parts: [part([5, 6], { project: { _id: 'p1' as never, name: '=1+1' } })],
    others: { count: 0, costs: [0, 0], totalMicros: 0 },
    totalMicros: 11,
    dailyMicros: 0,
  }
  expect(costCsv(report)).toBe("from,'=1+1\r\n2028-02-28T00:00:00.000Z,5\r\n2028-02-29T00:00:00.000Z,6\r\n")
  expect(costCsv({ ...report, others: { count: 2, costs: [1, 0], totalMicros: 1 } }).split('\r\n')[1]).toBe(
    '2028-02-28T00:00:00.000Z,5,1',
  )
})
