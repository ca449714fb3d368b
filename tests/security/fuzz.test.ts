import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { runFuzz } from './fuzz/run-fuzz.ts'

let controlPlane: ControlPlane
beforeAll(async () => {
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(() => controlPlane.end())

test('no generated request or socket event causes a server error or reaches another organisation', async () => {
  const seed = Date.now() % 1_000_000
  const report = await runFuzz(controlPlane, { durationMs: 10_000, seed })
  expect(report.failures, `seed ${seed}`).toEqual([])
  expect(report.requests).toBeGreaterThan(250)
  expect(report.socketEvents).toBeGreaterThan(50)
  // A run in which every request is rejected shows nothing.
  expect(report.statuses['200'], JSON.stringify(report.statuses)).toBeGreaterThan(25)
})
