import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { TimeLimits } from '../../server/compute/reconcile/reconcile-options.ts'
import { type Engine, EngineFailure } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

const message = 'The container engine does not answer. Check that it is running.'

/** A real engine behind a connection that can be cut, and a registry that may never respond. */
function cuttable(engine: Engine) {
  const wire = { isCut: false, pullsHang: false }
  const through = <A extends unknown[], R>(call: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      if (wire.isCut) throw new EngineFailure('engineUnreachable', message)
      return call(...given)
    }
  }
  const cut: Engine = {
    ...engine,
    describe: through(engine.describe),
    start: through(engine.start),
    stop: through(engine.stop),
    restart: through(engine.restart),
    remove: through(engine.remove),
    inspect: through(engine.inspect),
    list: through(engine.list),
    pull: through(async (image, options) => {
      if (!wire.pullsHang) return engine.pull(image, options)
      return new Promise<never>((_, reject) => {
        options.signal?.addEventListener('abort', () => reject(options.signal?.reason))
      })
    }),
  }
  return { wire, engine: cut }
}

/** Starts a platform over such an engine, for the tests of one describe block. */
function withPlatform(limits: Partial<TimeLimits> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-deadlines-'))
  const { wire, engine } = cuttable(createProcessEngine({ dataFolder: folder }))
  let harness: ComputeHarness
  beforeAll(async () => {
    harness = await computeHarness({ engine, limits: { settleMs: 50, graceMs: 500, ...limits } })
  })
  afterEach(() => {
    Object.assign(wire, { isCut: false, pullsHang: false })
  })
  afterAll(async () => {
    await harness.close()
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    wire,
    get harness() {
      return harness
    },
    deployWorker: () => harness.deploy({ image: 'longshore/clock:1', ports: [], machineImageId: 'medium' }),
  }
}

describe('nothing stays pending beyond its deadline', () => {
  const it = withPlatform({ pullMs: 400, startMs: 400, portMs: 400 })

  test('a registry that never responds fails the start at the deadline', async () => {
    it.wire.pullsHang = true
    const { _id } = await it.deployWorker()
    const failed = await it.harness.inState(_id, 'Failed-start')
    expect(failed.error?.message).toMatch(/could not be fetched within .*Check its registry/)
  })

  test('an engine that does not come back fails the start, with a message', async () => {
    it.wire.isCut = true
    const { _id } = await it.deployWorker()
    const failed = await it.harness.inState(_id, 'Failed-start')
    expect(failed.error).toMatchObject({ code: 'engineUnreachable', message: message })
  })
})

describe('before its deadline', () => {
  const it = withPlatform()

  test('a close ends even a pull that never finishes', async () => {
    it.wire.pullsHang = true
    const { _id } = await it.deployWorker()
    await it.harness.call('closeInstance', { id: _id, organizationId: it.harness.organizationId })
    await it.harness.inState(_id, 'Closed')
  })

  test('a start waits for an engine that comes back in time, and meanwhile shows the reason', async () => {
    it.wire.isCut = true
    const { _id } = await it.deployWorker()
    await until(async () => (await it.harness.instance(_id)).progressMessage === message)
    it.wire.isCut = false
    expect(await it.harness.inState(_id, 'Active')).toMatchObject({ progressMessage: '', error: null })
  })

  test('a desired close outlasts an engine outage, and an active instance does not count as failed', async () => {
    const [staying, going] = await Promise.all([it.deployWorker(), it.deployWorker()])
    await Promise.all([it.harness.inState(staying._id, 'Active'), it.harness.inState(going._id, 'Active')])
    it.wire.isCut = true
    await it.harness.call('closeInstance', { id: going._id, organizationId: it.harness.organizationId })
    await until(async () => (await it.harness.instance(going._id)).progressMessage === message)
    expect(await it.harness.instance(going._id)).toMatchObject({ state: 'Active', desiredState: 'closed' })
    expect(await it.harness.instance(staying._id)).toMatchObject({ state: 'Active' })
    it.wire.isCut = false
    await it.harness.inState(going._id, 'Closed')
    // It may have been reconciled during the outage, and is reconciled again soon.
    await until(async () => {
      const now = await it.harness.instance(staying._id)
      expect(now).toMatchObject({ state: 'Active' })
      return now.progressMessage === ''
    })
  })
})
