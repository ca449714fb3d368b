import { expect, test } from 'vitest'
import { relativeTimeText, timeSpanText } from '../../ui/parts/text/time-text.ts'

const now = Date.UTC(2026, 10, 21, 12)
const s = 1000
const min = 60 * s
const h = 60 * min
const d = 24 * h

test.each([
  [0, 'just now'],
  [-4 * s, 'just now'],
  [-5 * s, '5 s ago'],
  [-59_999, '59 s ago'],
  [-min, '1 min ago'],
  [-h + 1, '59 min ago'],
  [-h, '1 h ago'],
  [-d, '1 d ago'],
  [-29 * d, '29 d ago'],
  [-40 * d, '12 Oct'],
  [-400 * d, '17 Oct 2025'],
  [2 * h, 'in 2 h'],
  [7 * d - 3 * s, 'in 7 d'],
  [h - s, 'in 1 h'],
  [6.4 * d, 'in 6 d'],
  [d - min, 'in 1 d'],
  [90 * d, '19 Feb 2027'],
])('%d ms from now is "%s"', (distance, text) => {
  expect(relativeTimeText(now + distance, now)).toBe(text)
})

test.each([
  [-18 * min, 0, /^\d\d:\d\d–\d\d:\d\d$/],
  [-3 * d - 18 * min, -3 * d, /^18 Nov, \d\d:\d\d–\d\d:\d\d$/],
  [-3 * d, -d, /^18 Nov, \d\d:\d\d – 20 Nov, \d\d:\d\d$/],
])('the span from %d to %d ms is short', (from, to, text) => {
  expect(timeSpanText(now + from, now + to, now)).toMatch(text)
})
