import { expect, test } from 'vitest'
import { scheduleFloor } from '../../../src/rules/scaling/schedule-floor.ts'

const night = { schedule: '30 1 * * *', timeZone: 'Europe/Berlin', durationMinutes: 120, replicas: 3 }
const at = (time: string, ...schedules: (typeof night)[]) => scheduleFloor(schedules, new Date(time))

test('a schedule is in progress from its time for its minutes', () => {
  expect(at('2026-01-10T00:29:59Z', night)).toBe(0)
  expect(at('2026-01-10T00:30:00Z', night)).toBe(3)
  expect(at('2026-01-10T02:29:59Z', night)).toBe(3)
  expect(at('2026-01-10T02:30:00Z', night)).toBe(0)
})

test('it lasts for the same time where clocks change meanwhile, and begins once in a repeated hour', () => {
  // Clocks skip from 2:00 to 3:00 on 29 March, and repeat 2:00 to 3:00 on 25 October.
  expect(at('2026-03-29T00:30:00Z', night)).toBe(3)
  expect(at('2026-03-29T02:29:59Z', night)).toBe(3)
  expect(at('2026-03-29T02:30:00Z', night)).toBe(0)
  const repeated = { ...night, schedule: '30 2 * * *', durationMinutes: 30 }
  expect(at('2026-10-25T00:30:00Z', repeated)).toBe(3)
  expect(at('2026-10-25T01:00:00Z', repeated)).toBe(0)
  expect(at('2026-10-25T01:30:00Z', repeated)).toBe(0)
  const skipped = { ...night, schedule: '30 2 * * *' }
  expect(at('2026-03-29T01:00:00Z', skipped)).toBe(3)
})

test('the one with the most replicas counts, and none with an unknown time zone', () => {
  const more = { ...night, schedule: '0 * * * *', durationMinutes: 60, replicas: 7 }
  expect(at('2026-01-10T01:00:00Z', night, more)).toBe(7)
  expect(at('2026-01-10T01:00:00Z', { ...more, timeZone: 'Nowhere/None' })).toBe(0)
})
