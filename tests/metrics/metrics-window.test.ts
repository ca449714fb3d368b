import { describe, expect, test } from 'vitest'
import { chartRange, DEFAULT_POINTS, windowOfMinutes } from '../../src/rules/metrics/metrics-window.ts'

const nowMs = 1_790_000_123_456
const now = Math.floor(nowMs / 1000)
const of = (minutes: number, span = (minutes * 60) / DEFAULT_POINTS) =>
  chartRange(windowOfMinutes(minutes, nowMs), span, nowMs)

describe('the window of metrics', () => {
  test('[P9.16] is minutes back from now, in seconds', () => {
    expect(windowOfMinutes(60, nowMs)).toEqual({ startDate: now - 3600, endDate: now })
  })

  test('has a point for each sample in an hour, and coarser ones the longer it is', () => {
    expect(of(60).pointTimeSpan).toBe(10)
    expect(of(60 * 24).pointTimeSpan).toBe(240)
    expect(of(60 * 24 * 7).pointTimeSpan).toBe(1800)
    expect(of(60 * 24 * 30).pointTimeSpan).toBe(7200)
  })

  test('begins and ends on whole points and includes the requested times', () => {
    const { startDate, endDate, pointTimeSpan } = of(95, 70)
    expect(pointTimeSpan).toBe(120)
    expect(startDate % pointTimeSpan).toBe(0)
    expect(endDate % pointTimeSpan).toBe(0)
    expect(startDate).toBeLessThanOrEqual(now - 95 * 60)
    expect(endDate).toBeGreaterThanOrEqual(now)
  })

  test('has no finer points than are kept at its start, and no more than 3,000', () => {
    const dayAgo = { startDate: now - 3 * 86_400, endDate: now - 3 * 86_400 + 600 }
    expect(chartRange(dayAgo, 10, nowMs).pointTimeSpan).toBe(60)
    expect(of(60 * 24 * 8, 60).pointTimeSpan).toBe(900)
    expect(of(60 * 24, 10).pointTimeSpan).toBe(30)
  })
})
