import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptBackups } from '../../server/compute/backups/kept-backups.ts'

const at = (...times: string[]) => times.map((time) => ({ createdAt: new Date(time) }))
const kept = (rows: { createdAt: Date }[], more: object) =>
  [...keptBackups(rows, { keepLast: 1, keepDays: 0, keepWeeks: 0, timeZone: 'UTC', ...more })].map((row) =>
    row.createdAt.toISOString().slice(0, 16),
  )

test('keeps the newest, and the newest of each day and week that have one', () => {
  const rows = at(
    '2026-03-11T20:00Z',
    '2026-03-11T08:00Z',
    '2026-03-09T08:00Z',
    '2026-03-08T08:00Z',
    '2026-02-20T08:00Z',
  )
  expect(kept(rows, { keepLast: 2 })).toEqual(['2026-03-11T20:00', '2026-03-11T08:00'])
  expect(kept(rows, { keepDays: 2 })).toEqual(['2026-03-11T20:00', '2026-03-09T08:00'])
  // The ninth was a Monday.
  expect(kept(rows, { keepWeeks: 2 })).toEqual(['2026-03-11T20:00', '2026-03-08T08:00'])
  expect(kept(rows, { keepWeeks: 3 })).toEqual(['2026-03-11T20:00', '2026-03-08T08:00', '2026-02-20T08:00'])
})

test('days are those of the clocks of the time zone', () => {
  const rows = at('2026-03-11T23:30Z', '2026-03-11T22:30Z')
  expect(kept(rows, { keepDays: 2 })).toHaveLength(1)
  expect(kept(rows, { keepDays: 2, timeZone: 'Europe/Berlin' })).toHaveLength(2)
})

test('the newest is always kept, and never more than the rules name', () => {
  const rows = fc
    .array(fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), { minLength: 1 })
    .map((dates) => dates.sort((a, b) => b.getTime() - a.getTime()).map((createdAt) => ({ createdAt })))
  const counts = fc.record({ keepLast: fc.integer({ min: 1, max: 9 }), keepDays: fc.nat(9), keepWeeks: fc.nat(9) })
  fc.assert(
    fc.property(rows, counts, (given, count) => {
      const found = keptBackups(given, { ...count, timeZone: 'UTC' })
      expect(found.has(given[0] ?? { createdAt: new Date() })).toBe(true)
      expect(found.size).toBeLessThanOrEqual(count.keepLast + count.keepDays + count.keepWeeks)
    }),
  )
})
