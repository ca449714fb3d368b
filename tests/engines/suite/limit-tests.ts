import { expect } from 'vitest'
import type { Engine, EngineEvent } from '../../../server/engines/engine.ts'
import { deploy, spec, until, waitForExit, type withEngine } from '../harness.ts'

type Suite = ReturnType<typeof withEngine>

const megabyte = 1024 * 1024

export function limitTests({ test, it }: Suite): void {
  test('ends a workload that exceeds its memory limit, and reports why', async () => {
    const controller = new AbortController()
    const kinds: EngineEvent['kind'][] = []
    const events = it.engine.events(controller.signal)
    const listening = (async () => {
      for await (const { kind } of events) kinds.push(kind)
    })()
    const limits = { cpuMilli: 1000, memoryBytes: 96 * megabyte }
    const { id } = await deploy(it.engine, spec('longshore/trouble:1', { environment: { MODE: 'memory' }, limits }))
    const state = await waitForExit(it.engine, id)
    expect(state.exitCode).toBe(137)
    expect(state.message).toMatch(/memory/)
    if (it.harness.reportsOutOfMemory) {
      expect(state.outOfMemory).toBe(true)
      expect(state.message).toMatch(/more memory than its plan allows.*larger plan/)
      await until(() => expect(kinds).toEqual(['started', 'outOfMemory', 'ended']))
    }
    controller.abort()
    await listening
  })

  test('a workload below its memory limit keeps running', async () => {
    const { id } = await deploy(
      it.engine,
      spec('longshore/clock:1', { limits: { cpuMilli: 1000, memoryBytes: 160 * megabyte } }),
    )
    const stats = await until(async () => {
      const now = await it.engine.stats(id)
      expect(now.memoryBytes).toBeGreaterThan(5 * megabyte)
      return now
    })
    expect(stats.memoryLimitBytes).toBe(160 * megabyte)
    expect(stats.memoryBytes).toBeLessThan(160 * megabyte)
  })

  test('throttles a busy workload to its processor share', async () => {
    const limits = { cpuMilli: 200, memoryBytes: 128 * megabyte }
    const { id } = await deploy(it.engine, spec('longshore/trouble:1', { environment: { MODE: 'cpu' }, limits }))
    await usedAtLeast(it.engine, id, 700_000)
    const first = await it.engine.stats(id)
    const last = await usedAtLeast(it.engine, id, first.cpuMicros + 500_000)
    const share = (last.cpuMicros - first.cpuMicros) / ((last.atMs - first.atMs) * 1000)
    expect(share).toBeGreaterThan(0.1)
    expect(share).toBeLessThan(0.3)
  })

  test('rejects stats of an ended or unknown workload', async () => {
    const { id } = await deploy(it.engine, spec('longshore/trouble:1'))
    await waitForExit(it.engine, id)
    await expect(it.engine.stats(id)).rejects.toMatchObject({ code: 'workloadNotRunning' })
    await expect(it.engine.stats('nobody')).rejects.toMatchObject({ code: 'workloadNotFound' })
  })
}

function usedAtLeast(engine: Engine, id: string, cpuMicros: number) {
  return until(async () => {
    const stats = await engine.stats(id)
    if (stats.cpuMicros < cpuMicros) throw new Error(`only ${stats.cpuMicros} µs used`)
    return stats
  })
}
