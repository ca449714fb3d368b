import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitBeforeMs } from '../../streams/live/wait-before.ts'

test('the waits before reconnecting are 1 s, 2 s, 4 s … 30 s', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 1000].map((attempt) => waitBeforeMs(attempt, 0))
  expect(waits).toStrictEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('random jitter lengthens a wait by up to a fifth, and the wait is bounded', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const least = waitBeforeMs(attempt, 0)
      expect(waitBeforeMs(attempt, random)).toBeCloseTo(least * (1 + random / 5), 6)
      expect(least).toBeLessThanOrEqual(30_000)
    }),
  )
})
