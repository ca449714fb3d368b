import { expect, test } from 'vitest'
import { createServerClock } from '../../streams/server-clock.ts'

const HOUR_MS = 3_600_000
const response = (atMs: number) => new Response(null, { headers: { date: new Date(atMs).toUTCString() } })

test('the first response corrects a clock that is an hour wrong, and the correction stays', () => {
  let browserMs = 1_800_000_000_000
  const clock = createServerClock(() => browserMs)
  clock.learn(response(browserMs + HOUR_MS))
  expect(clock.nowMs() - browserMs).toBe(HOUR_MS)
  browserMs += 61_500
  clock.learn(response(browserMs + HOUR_MS - 1400))
  expect(clock.nowMs() - browserMs, 'rounding and latency of about a second change nothing').toBe(HOUR_MS)
})

test('a corrected browser clock is used again, and a response without a date is ignored', () => {
  let browserMs = 1_800_000_000_000
  const clock = createServerClock(() => browserMs)
  clock.learn(response(browserMs + HOUR_MS))
  browserMs += HOUR_MS
  clock.learn(new Response())
  expect(clock.nowMs() - browserMs).toBe(HOUR_MS)
  clock.learn(response(browserMs))
  expect(clock.nowMs()).toBe(browserMs)
})
