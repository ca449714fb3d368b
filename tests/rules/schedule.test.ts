import { expect, test } from 'vitest'
import {
  newestOccurrence,
  nextOccurrence,
  nextOccurrences,
  scheduleProblem,
} from '../../src/rules/schedule/schedule.ts'

const timeZone = 'Europe/Berlin'
const occurrences = (schedule: string, after: string, count: number, zone = timeZone): string[] => {
  const found: string[] = []
  let at: Date | undefined = new Date(after)
  while (found.length < count && at) {
    at = nextOccurrence({ schedule, timeZone: zone }, at)
    if (at) found.push(at.toISOString().slice(0, 16))
  }
  return found
}

test('a time in the hour that clocks skip runs at the first moment after it, once', () => {
  expect(occurrences('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:30'])
  expect(occurrences('*/20 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual(['2026-03-29T01:00', '2026-03-30T00:00'])
  expect(occurrences('30 * * * *', '2026-03-29T00:00:00Z', 2)).toEqual(['2026-03-29T00:30', '2026-03-29T01:30'])
})

test('a time in a repeated hour runs in its first pass only', () => {
  expect(occurrences('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual(['2026-10-25T00:30', '2026-10-26T01:30'])
  expect(occurrences('*/30 2 * * *', '2026-10-24T12:00:00Z', 3)).toEqual([
    '2026-10-25T00:00',
    '2026-10-25T00:30',
    '2026-10-26T01:00',
  ])
  // Changed during the second pass.
  expect(occurrences('45 2 * * *', '2026-10-25T01:40:00Z', 1)).toEqual(['2026-10-26T01:45'])
})

test('a schedule of every hour runs in both passes of a repeated hour', () => {
  expect(occurrences('30 * * * *', '2026-10-25T00:00:00Z', 3)).toEqual([
    '2026-10-25T00:30',
    '2026-10-25T01:30',
    '2026-10-25T02:30',
  ])
})

test('clocks that change by half an hour are understood', () => {
  expect(occurrences('15 2 * * *', '2026-10-03T00:00:00Z', 2, 'Australia/Lord_Howe')).toEqual([
    '2026-10-03T15:30',
    '2026-10-04T15:15',
  ])
})

test('after an outage only the newest missed time is due', () => {
  const newest = (schedule: string, first: string, now: string) =>
    newestOccurrence({ schedule, timeZone: 'UTC' }, new Date(first), new Date(now)).toISOString()
  expect(newest('*/5 * * * *', '2020-01-01T00:00:00Z', '2026-06-01T10:07:00Z')).toBe('2026-06-01T10:05:00.000Z')
  expect(newest('0 3 * * *', '2026-05-01T03:00:00Z', '2026-06-01T02:59:00Z')).toBe('2026-05-31T03:00:00.000Z')
  expect(newest('0 0 29 2 *', '2020-02-29T00:00:00Z', '2026-06-01T00:00:00Z')).toBe('2024-02-29T00:00:00.000Z')
  expect(newest('0 3 * * *', '2026-05-01T03:00:00Z', '2026-05-01T03:00:01Z')).toBe('2026-05-01T03:00:00.000Z')
})

const now = new Date('2026-06-01T00:00:00Z')
test.each([
  '* * * * * *',
  '61 * * * *',
  '@reboot',
  '2026-12-01T00:00:00',
  '0 0 30 2 *',
  `${'1,'.repeat(49)}1 * * * *x`,
  '$(date) * * * *',
])('%s is no schedule', (schedule) => {
  expect(scheduleProblem({ schedule, timeZone }, now)).toMatchObject({ field: 'schedule' })
})

test.each(['Mars/Olympus', '+02:00', ''])('%s is no time zone', (zone) => {
  expect(scheduleProblem({ schedule: '@daily', timeZone: zone }, now)).toMatchObject({ field: 'timeZone' })
})

test('the next times are listed in order, across a change of the clocks', () => {
  const found = nextOccurrences({ schedule: '30 2 * * *', timeZone }, new Date('2026-10-24T12:00:00Z'), 3)
  expect(found.map((at) => at.toISOString().slice(0, 16))).toEqual([
    '2026-10-25T00:30',
    '2026-10-26T01:30',
    '2026-10-27T01:30',
  ])
  expect(scheduleProblem({ schedule: '30 2 * * 1-5', timeZone }, now)).toBeNull()
})
