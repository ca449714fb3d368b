import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, EngineFailure } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-lost-'))
const processes = createProcessEngine({ dataFolder: folder })
let isImageGone = false
const engine: Engine = {
  ...processes,
  pull: (image, options) => {
    if (!isImageGone) return processes.pull(image, options)
    throw new EngineFailure('imageNotFound', `The image ${image} is gone. Push it again.`)
  },
}

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({ engine })
})
afterAll(async () => {
  await harness?.close()
  await processes.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a deployment whose workload the engine has lost for good is Deprecated-Provider [P4.3]', async () => {
  isImageGone = false
  const instance = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
  await harness.inState(instance._id, 'Active')
  isImageGone = true
  // While nobody watches: a program whose end is seen first is restarted, which fails in another way.
  await harness.compute.stop()
  await processes.remove(await workloadOf(harness.store, instance))
  await harness.another().start()
  const lost = await harness.inState(instance._id, 'Failed-start')
  expect(lost).toMatchObject({
    status: 'Deprecated-Provider',
    error: { code: 'providerGone', message: expect.stringContaining('longshore/clock:1 is gone') },
  })
  expect(lost.deployments[0]?.status).toBe('Deprecated-Provider')
})

test('an image that is gone between two deployments fails the newer one, and the older one goes on', async () => {
  isImageGone = false
  const instance = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
  await harness.inState(instance._id, 'Active')
  isImageGone = true
  await harness.call('restartInstance', { id: instance._id })
  const after = await until(async () => {
    const current = await harness.instance(instance._id)
    return current.deployments.some(({ status }) => status === 'Failed') && current
  })
  expect(after).toMatchObject({ state: 'Active', status: 'Deployed', activeDeployment: instance.activeDeployment })
  expect(after.deployments.find(({ number }) => number === 2)?.error?.code).toBe('imageNotFound')
})
