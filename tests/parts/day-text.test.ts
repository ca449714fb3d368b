import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayText, parseDay } from '../../ui/parts/text/day-text.ts'

test.each([
  ['23/11/2026', '2026-11-23'],
  ['1/2/2026', '2026-02-01'],
  [' 01.02.2026 ', '2026-02-01'],
  ['1-2-2026', '2026-02-01'],
  ['29/2/2028', '2028-02-29'],
  ['2026-11-23', '2026-11-23'],
])('reads "%s" in British order or as ISO', (typed, day) => {
  expect(parseDay(typed)).toBe(day)
})

test.each(['', '23', '23/11', '23/11/26', '11/23/2026', '31/2/2026', '29/2/2027', '0/1/2026', 'tomorrow'])(
  'does not take "%s" for a day',
  (typed) => {
    expect(parseDay(typed)).toBeNull()
  },
)

test('each day is read as it was written', () => {
  const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (at) => {
      const day = at.toISOString().slice(0, 10)
      expect(parseDay(dayText(day))).toBe(day)
    }),
  )
  expect(dayText('')).toBe('')
})
