import { expect, test } from 'vitest'
import { addMatches, matchesWithin } from '../../../server/alerts/evaluation/log-counts.ts'

const NOW = 1_790_000_000_000
const at = (secondsAgo: number) => ({ time: new Date(NOW - secondsAgo * 1000).toISOString() })

test('matches are counted within the minutes of a rule, and forgotten after an hour', () => {
  const counts = addMatches({}, [at(0), at(61), at(59 * 60), at(3 * 3600)], NOW)
  expect(matchesWithin(counts, 5, NOW)).toBe(2)
  expect(matchesWithin(counts, 60, NOW)).toBe(3)
  expect(matchesWithin(counts, 5, NOW + 10 * 60_000)).toBe(0)
  expect(Object.keys(addMatches(counts, [], NOW + 3 * 3_600_000))).toEqual([])
})

test('a line from the future counts now, and a clock that is set back counts none twice', () => {
  const counts = addMatches({}, [at(-7200)], NOW)
  expect(matchesWithin(counts, 1, NOW)).toBe(1)
  expect(matchesWithin(counts, 1, NOW - 3_600_000)).toBe(0)
})
