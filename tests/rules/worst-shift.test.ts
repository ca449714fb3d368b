import { expect, test } from 'vitest'
import { worstShift } from '../../src/rules/worst-shift.ts'

const shift = (startTime: number, value: number, hadRecentInput = false) => ({ startTime, value, hadRecentInput })

test('returns the worst burst of shifts: less than a second apart, within five seconds [A7.43]', () => {
  expect(worstShift([])).toBe(0)
  expect(worstShift([shift(0, 1), shift(999, 2), shift(1999, 2.5)])).toBe(3)
  const steady = Array.from({ length: 12 }, (_, place) => shift(place * 900, 1))
  expect(worstShift(steady)).toBe(6)
})

test('a burst ends a second after its last shift, and five seconds after its first', () => {
  expect(worstShift([shift(0, 1), shift(1000, 1)])).toBe(1)
  const dense = Array.from({ length: 6 }, (_, place) => shift(100 + place * 990, 1))
  expect(worstShift([...dense, shift(5099, 1)])).toBe(7)
  expect(worstShift([...dense, shift(5100, 1)])).toBe(6)
})

test('ignores shifts after a recent input', () => {
  expect(worstShift([shift(0, 1), shift(10, 5, true), shift(20, 1)])).toBe(2)
})
