import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDrawPace } from '../../ui/parts/logs/painter/draw-pace.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Lines arrive every millisecond, and drawing them takes a while. */
const drawingsIn = (ms: number, drawMs: number): number => {
  let drawings = 0
  let requested = false
  const pace = createDrawPace(() => {
    requested = true
  })
  for (const untilMs = performance.now() + ms; performance.now() < untilMs; vi.advanceTimersByTime(1)) {
    pace.request()
    if (!requested) continue
    requested = false
    pace.run(() => {
      drawings += 1
      vi.advanceTimersByTime(drawMs)
    })
  }
  pace.stop()
  return drawings
}

test('drawings that cost nothing are never delayed', () => {
  expect(drawingsIn(100, 0)).toBe(100)
})

test('costly drawings take about a sixth of the time', () => {
  expect(drawingsIn(1200, 4) * 4).toBeCloseTo(200, -1.5)
})

test('however long a drawing takes, the next one follows 100 ms later', () => {
  expect(drawingsIn(3000, 500)).toBe(5)
})

test('what arrives while it rests is drawn once the rest is over, and after the end nothing is', () => {
  let requests = 0
  const pace = createDrawPace(() => {
    requests += 1
  })
  pace.run(() => vi.advanceTimersByTime(10))
  for (let lines = 0; lines < 3; lines += 1) pace.request()
  vi.advanceTimersByTime(49)
  expect(requests).toBe(0)
  vi.advanceTimersByTime(1)
  expect(requests).toBe(1)
  pace.request()
  pace.stop()
  pace.run(() => vi.advanceTimersByTime(10))
  pace.request()
  pace.stop()
  vi.advanceTimersByTime(1000)
  expect(requests).toBe(2)
})
