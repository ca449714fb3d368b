import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bucketEndMs,
  LATENCY_BUCKETS,
  latencyBucket,
  latencyPercentile,
} from '../../src/rules/metrics/latency-buckets.ts'

const durations = fc.array(fc.double({ min: 0.11, max: 80_000, noNaN: true }), { minLength: 1, maxLength: 300 })
const counted = (values: readonly number[]) => {
  const counts = new Array<number>(LATENCY_BUCKETS).fill(0)
  for (const value of values) {
    const bucket = latencyBucket(value)
    counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts
}

describe('latency histograms', () => {
  test('each duration is in the bucket whose end it does not exceed', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 80_000, noNaN: true }), (ms) => {
        const bucket = latencyBucket(ms)
        expect(ms).toBeLessThanOrEqual(bucketEndMs(bucket) * 1.000001)
        if (bucket > 0) expect(ms).toBeGreaterThan(bucketEndMs(bucket - 1) * 0.999999)
      }),
    )
  })

  test('percentiles are within one bucket of the exact ones', () => {
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95, 0.99), (values, share) => {
        const exact = values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? 0
        const estimate = latencyPercentile(counted(values), share) ?? Number.NaN
        expect(estimate / exact).toBeGreaterThan(2 ** -0.2501)
        expect(estimate / exact).toBeLessThan(2 ** 0.2501)
      }),
    )
  })

  test('merged histograms have the percentile of all durations together', () => {
    const fast = counted(new Array(99).fill(10))
    const slow = counted(new Array(101).fill(1000))
    const merged = fast.map((count, bucket) => count + (slow[bucket] ?? 0))
    expect(latencyPercentile(merged, 0.5)).toBeGreaterThan(800)
    expect(latencyPercentile(new Array(LATENCY_BUCKETS).fill(0), 0.5)).toBeNull()
  })

  test('durations beyond the last bucket, and what is no duration, are counted', () => {
    expect(latencyBucket(1e12)).toBe(LATENCY_BUCKETS - 1)
    expect(latencyBucket(-5)).toBe(0)
    expect(latencyBucket(Number.NaN)).toBe(0)
  })
})
