import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batchOf, linesOf, sliceBatch } from '../../src/rules/log-batch.ts'

const line = fc.record({
  atMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  stream: fc.constantFrom('stdout' as const, 'stderr' as const, 'system' as const),
  text: fc.stringMatching(/^[ -~]{0,8}$/),
})
const lines = fc.array(line, { minLength: 1, maxLength: 12 })

test('a batch gives back its lines, with consecutive numbers', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 1000 }), (written, first) => {
      expect(linesOf(batchOf(written, first))).toEqual(
        written.map(({ atMs, stream, text }, at) => ({
          sequence: first + at,
          time: new Date(atMs).toISOString(),
          stream,
          log: text,
        })),
      )
    }),
  )
})

test('a part of a batch holds exactly the lines of its range, and a range beside it none', () => {
  const bound = fc.integer({ min: 0, max: 20 })
  fc.assert(
    fc.property(lines, bound, bound, (written, from, to) => {
      const batch = batchOf(written, 5)
      const expected = linesOf(batch).filter(({ sequence }) => sequence >= from && sequence <= to)
      const part = sliceBatch(batch, from, to)
      expect(part ? linesOf(part) : []).toEqual(expected)
      expect(part === undefined).toBe(expected.length === 0)
      expect(part?.sequence).toBe(expected.at(-1)?.sequence)
      expect(part?.atMs.length).toBe(part && expected.length)
    }),
    { numRuns: 300 },
  )
})
