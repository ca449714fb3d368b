import { expect, test } from 'vitest'
import { deploymentTopic } from '../../src/contract/topics.ts'
import { logOfTopic } from '../../src/logs/log-of-topic.ts'
import { rangesToSearch, searchRequest } from '../../src/logs/search-request.ts'
import { positionInFound, stepFound } from '../../src/logs/step-found.ts'
import { widerRange } from '../../src/logs/wider-range.ts'

const foundOf = (sequences: number[]) => ({
  count: sequences.length,
  sequenceAt: (index: number) => sequences[index],
  indexOf: (sequence: number) => sequences.filter((one) => one < sequence).length,
})
const found = foundOf([3, 7, 9])

test('next and previous move between found lines and wrap around', () => {
  expect([3, 7, 9].map((at) => stepFound(found, at, 1, 1))).toStrictEqual([7, 9, 3])
  expect([3, 7, 9].map((at) => stepFound(found, at, -1, 1))).toStrictEqual([9, 3, 7])
})

test('from a line that was not found, they move to its neighbours', () => {
  expect(stepFound(found, 5, 1, 1)).toBe(7)
  expect(stepFound(found, 5, -1, 1)).toBe(3)
  expect(stepFound(found, 20, 1, 1)).toBe(3)
  expect(stepFound(found, 1, -1, 1)).toBe(9)
})

test('the first step goes to the first found line in view, or to the last one before', () => {
  expect(stepFound(found, null, 1, 6)).toBe(7)
  expect(stepFound(found, null, -1, 100)).toBe(9)
  expect(stepFound(foundOf([]), null, 1, 1)).toBeUndefined()
})

test('the position of a found line counts from 1, and other lines have none', () => {
  expect(positionInFound(found, 7)).toBe(2)
  expect(positionInFound(found, 8)).toBeNull()
  expect(positionInFound(found, null)).toBeNull()
})

test('a stream without a pattern is searched with a pattern that matches every line', () => {
  const log = logOfTopic(deploymentTopic('00000000-0000-4000-8000-000000000001', 'logs'))
  if (!log) throw new Error('Not a log topic.')
  const query = { find: '', as: 'text' as const, matchCase: false, stream: 'stderr' as const }
  const request = searchRequest(log, query, { first: 4, last: 9 }, 1000)
  expect(request).toMatchObject({ find: '.', as: 'regex', stream: 'stderr', first: 4, last: 9, limit: 1000 })
})

test('the server searches gap by gap, newest first', () => {
  const [old, newer] = [
    { first: 1, last: 5 },
    { first: 7, last: 9 },
  ]
  expect(rangesToSearch([old, newer])).toStrictEqual([newer, old])
  expect(rangesToSearch([])).toStrictEqual([])
})

test('merges the nearest gaps if there are too many', () => {
  // Gap n starts at 1,000 n + 1; the five newest are close together.
  const holes = Array.from({ length: 20 }, (_, at) => {
    const first = at < 15 ? at * 1000 + 1 : 14_500 + at
    return { first, last: first }
  })
  const ranges = rangesToSearch(holes.toReversed())
  expect(ranges).toHaveLength(16)
  expect(ranges[0]).toStrictEqual({ first: 14_515, last: 14_519 })
  expect(ranges.slice(1)).toStrictEqual(holes.slice(0, 15).toReversed())
})

test('requests more lines than are missing, but none beyond the extent', () => {
  expect(widerRange({ first: 5000, last: 5040 }, { oldest: 1, head: 90_000 })).toStrictEqual({
    first: 4700,
    last: 5340,
  })
  expect(widerRange({ first: 20, last: 60 }, { oldest: 12, head: 60 })).toStrictEqual({ first: 12, last: 60 })
})
