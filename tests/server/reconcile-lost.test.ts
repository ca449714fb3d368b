import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Compute } from '../../server/compute/compute-options.ts'
import { type Engine, EngineFailure, type Workload } from '../../server/engines/engine.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { InstanceId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

const folder = mkdtempSync(join(tmpdir(), 'longshore-lost-'))
const processes = createProcessEngine({ dataFolder: folder })
let isImageGone = false
/** The workloads that were started, with the state of their instance at that time. */
let started: { id: string; state: string }[] = []
/** Workloads whose start the engine has forgotten, as one that was killed right after it. */
const forgotten = new Set<string>()
let forgetsNextStart = false
let isAway = false
const requireEngine = () => {
  if (isAway) throw new EngineFailure('engineUnreachable', 'The container engine is not responding.')
}
const asKnown = (workload: Workload): Workload =>
  forgotten.has(workload.id) ? { ...workload, state: { kind: 'created' } } : workload
const engine: Engine = {
  ...processes,
  async start(spec, signal) {
    requireEngine()
    const workload = await processes.start(spec, signal)
    const instance = await harness.instance(spec.labels.instance as InstanceId)
    started.push({ id: spec.id, state: instance.state })
    forgotten.delete(spec.id)
    if (forgetsNextStart) forgotten.add(spec.id)
    forgetsNextStart = false
    return workload
  },
  async inspect(id) {
    requireEngine()
    const workload = await processes.inspect(id)
    return workload && asKnown(workload)
  },
  list: async () => (await processes.list()).map(asKnown),
  pull: (image, options) => {
    if (!isImageGone) return processes.pull(image, options)
    throw new EngineFailure('imageNotFound', `The image ${image} is gone. Push it again.`)
  },
}

let harness: ComputeHarness
let compute: Compute
beforeAll(async () => {
  harness = await computeHarness({ engine })
  compute = harness.compute
})
afterAll(async () => {
  await harness?.close()
  await processes.close()
  rmSync(folder, { recursive: true, force: true })
})

async function startAnother(): Promise<void> {
  compute = harness.another()
  await compute.start()
}

test('a deployment whose workload the engine has lost for good is Deprecated-Provider [P4.3]', async () => {
  isImageGone = false
  const instance = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
  await harness.inState(instance._id, 'Active')
  isImageGone = true
  // While nobody watches: a program whose end is seen first is restarted, which fails in another way.
  await compute.stop()
  await processes.remove(await workloadOf(harness.store, instance))
  await startAnother()
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

test.for([
  { what: 'a worker', settings: { image: 'longshore/clock:1', ports: [] } },
  // Nothing listens there, so that the engine is asked for the state.
  { what: 'a server', settings: { image: 'longshore/clock:1', ports: [{ containerPort: 8080 }] } },
])('$what whose start the engine has forgotten is not Active before it is started again', async ({ settings }) => {
  isImageGone = false
  started = []
  forgetsNextStart = true
  const instance = await harness.deploy(settings)
  await until(async () => started.length > 1)
  const id = await workloadOf(harness.store, instance)
  const start = { id, state: 'Starting' }
  expect(started).toEqual([start, start])
})

test('an active replica whose start the engine has forgotten is started again, and says so', async () => {
  isImageGone = false
  const instance = await harness.deploy({ image: 'longshore/clock:1', ports: [] })
  await harness.inState(instance._id, 'Active')
  const id = await workloadOf(harness.store, instance)
  started = []
  await compute.stop()
  forgotten.add(id)
  await startAnother()
  await until(async () => started.length > 0)
  expect(started).toEqual([{ id, state: 'Starting' }])
  expect(await harness.lines(instance, 'logs')).toContainEqual(expect.stringContaining('starting it again'))
  await harness.inState(instance._id, 'Active')
})

test('a replica that an outage of the engine ends while it starts is started again, and does not fail its deploy', async () => {
  isImageGone = false
  // Nothing listens, so that it is waited for until the engine is gone.
  const instance = await harness.deploy({ image: 'longshore/clock:1', ports: [{ containerPort: 8080 }] })
  await until(async () => (await harness.instance(instance._id)).deployments[0]?.status === 'PROVISIONED')
  const id = await workloadOf(harness.store, instance)
  isAway = true
  await until(async () => (await harness.instance(instance._id)).progressMessage.includes('not responding'))
  await processes.stop(id, 3000)
  isAway = false
  await until(async () => (await processes.inspect(id))?.state.kind === 'running')
  expect(await harness.instance(instance._id)).toMatchObject({ state: 'Starting', error: null })
  expect(await harness.lines(await harness.instance(instance._id), 'logs')).toContainEqual(
    expect.stringContaining('The workload stopped with the engine; starting it again'),
  )
})
