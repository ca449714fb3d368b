import { expect, test } from 'vitest'
import { worstShift } from '../../src/rules/worst-shift.ts'

const shift = (startTime: number, value: number, hadRecentInput = false) => ({ startTime, value, hadRecentInput })

test('returns the worst burst of shifts: less than a second apart, within five seconds [A7.43]', () => {
  expect(worstShift([])).toBe(0)
  expect(worstShift([shift(0, 1), shift(999, 2), shift(1999, 2.5)])).toBe(3)
  const steady = Array.from({ length: 12 }, (_, place) => shift(place * 900, 1))
  expect(worstShift(steady)).toBe(6)
})

test('ignores shifts after a recent input', () => {
  expect(worstShift([shift(0, 1), shift(10, 5, true), shift(20, 1)])).toBe(2)
})
