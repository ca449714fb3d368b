import { expect, test } from 'vitest'
import type { HealthResult } from '../../src/contract/wire/instance/health/health-result.ts'
import { healthSummary } from '../../src/instances/health/health-summary.ts'

/** `+` succeeded, `-` failed; oldest first. */
const results = (marks: string): HealthResult[] =>
  [...marks].map((mark, index) => ({
    at: new Date(index * 1000).toISOString(),
    isHealthy: mark === '+',
    durationMs: 3,
    reason: mark === '+' ? '' : `reason ${index}`,
  }))

test.each([
  ['', 'Not checked yet', 'still', null],
  ['+', 'The check succeeded', 'good', null],
  ['+++', 'All of the last 3 checks succeeded', 'good', null],
  ['-', 'The check failed', 'bad', 'reason 0'],
  ['--', 'All of the last 2 checks failed', 'bad', 'reason 1'],
  ['-+-++', '2 of the last 5 checks failed', 'warn', 'reason 2'],
  ['++-', '1 of the last 3 checks failed', 'bad', 'reason 2'],
])('the results “%s” read: %s', (marks, text, tone, reason) => {
  const { lastFailure, ...summary } = healthSummary(results(marks))
  expect(summary).toEqual({ text, tone })
  expect(lastFailure?.reason ?? null).toBe(reason)
})
