import { expect, test } from 'vitest'
import { bracketOf, brackets } from '../../src/rules/brackets/bracket-of.ts'

test.each([
  [-1, null],
  [0, null],
  [14_999_999, null],
  [15_000_000, [8, 32, 512]],
  [15_000_001, [24, 96, 1536]],
  [30_000_000, [24, 96, 1536]],
  [45_000_000, [24, 96, 1536]],
  [45_000_001, [56, 224, 3584]],
  [100_000_000, [56, 224, 3584]],
  [100_000_001, [128, 512, 5760]],
  [500_000_000, [128, 512, 5760]],
  [9_000_000_000_000, [128, 512, 5760]],
])('a balance of %d micro-dollars covers %j [P9.12]', (micros, covered) => {
  const bracket = bracketOf(micros)
  expect(bracket && [bracket.cpu, bracket.ramGb, bracket.storageGb]).toEqual(covered)
})

test('each bracket begins where the one before it ends, and covers more', () => {
  for (const [index, next] of brackets.slice(1).entries()) {
    const before = brackets[index]
    expect(next.above).toBe(before?.upTo)
    expect(next.cpu).toBeGreaterThan(before?.cpu ?? 0)
    expect(next.ramGb).toBeGreaterThan(before?.ramGb ?? 0)
    expect(next.storageGb).toBeGreaterThan(before?.storageGb ?? 0)
  }
})
