import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ControlPlane, startControlPlane } from '../faults/support/control-plane.ts'
import { runFuzz } from '../security/fuzz/run-fuzz.ts'

const durationMs = Number(process.env.LONGSHORE_FUZZ_MINUTES ?? 30) * 60_000

let controlPlane: ControlPlane
beforeAll(async () => {
  controlPlane = await startControlPlane({ settings: { LONGSHORE_ENGINE: 'process' } })
})
afterAll(() => controlPlane.end())

test(
  'half an hour of generated requests and socket events causes no server error, reaches no other organisation and does not exceed the memory limit',
  async () => {
    const seed = Date.now() % 1_000_000
    const report = await runFuzz(controlPlane, { durationMs, seed })
    process.stdout.write(`${JSON.stringify({ seed, ...report }, null, 1)}\n`)
    expect(report.failures, `seed ${seed}`).toEqual([])
    expect(report.memory.end).toBeLessThan(report.memory.warm * 1.25 + 50_000_000)
  },
  durationMs + 600_000,
)
