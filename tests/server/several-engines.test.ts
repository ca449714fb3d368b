import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../../server/admin/run-admin.ts'
import { regionFile } from '../../server/compute/catalogue/regions/region-settings.ts'
import { createHostPorts } from '../../server/compute/host-ports.ts'
import { configFrom } from '../../server/config.ts'
import { type Engine, EngineFailure } from '../../server/engines/engine.ts'
import { createEngines } from '../../server/engines/engines.ts'
import { createProcessEngine } from '../../server/engines/process.ts'
import { permissions } from '../../src/contract/access.ts'
import type { InstanceId, OrganizationId } from '../../src/contract/wire/common.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'
import { workloadOf } from './workload-of.ts'

const GIB = 1024 ** 3
const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'longshore-engines-')))

/** An engine that can be cut off, as a machine whose network fails. */
function engineThatLeaves(folder: string, id: string, cpuCount: number) {
  const real = createProcessEngine({ dataFolder: folder })
  const cut = { isAway: false, streams: new Set<AbortController>() }
  const away = () => new EngineFailure('engineUnreachable', `The engine ${id} cannot be reached.`)
  const guarded = <A extends unknown[], R>(call: (...given: A) => Promise<R>) => {
    return async (...given: A): Promise<R> => {
      if (cut.isAway) throw away()
      return call(...given)
    }
  }
  const engine: Engine = {
    ...real,
    describe: guarded(async (signal?: AbortSignal) => ({
      ...(await real.describe(signal)),
      id,
      cpuCount,
      memoryBytes: 8 * GIB,
    })),
    capabilities: guarded(real.capabilities),
    start: guarded(real.start),
    stop: guarded(real.stop),
    restart: guarded(real.restart),
    remove: guarded(real.remove),
    inspect: guarded(real.inspect),
    list: guarded(real.list),
    pull: guarded(real.pull),
    probe: guarded(real.probe),
    async *events(signal) {
      if (cut.isAway) throw away()
      const stream = new AbortController()
      cut.streams.add(stream)
      yield* real.events(AbortSignal.any([signal, stream.signal]))
      if (!signal.aborted) throw away()
    },
  }
  return {
    real,
    engine,
    leave() {
      cut.isAway = true
      for (const stream of cut.streams) stream.abort()
      cut.streams.clear()
    },
    comeBack() {
      cut.isAway = false
    },
  }
}

const home = engineThatLeaves(folders[0] ?? '', 'home', 4)
const paris = engineThatLeaves(folders[1] ?? '', 'paris', 2)
const engines = createEngines([
  { name: '', title: 'This machine', engine: home.engine },
  { name: 'paris', title: 'Machine paris', engine: { ...paris.engine, publishAddress: '127.0.0.1' } },
])
const config = {
  ...configFrom({ LONGSHORE_PUBLIC_URL: 'http://localhost:4600' }, folders[0] ?? ''),
  regions: v.parse(regionFile, [
    { name: 'harbour', title: 'Harbour' },
    { name: 'quay', title: 'Quay', engine: { kind: 'process', name: 'paris' } },
    { name: 'pier', title: 'Pier', engine: 'paris' },
  ]),
}

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({ engine: home.engine, engines, config })
})
afterAll(async () => {
  paris.comeBack()
  await harness?.close()
  for (const { id } of await paris.real.list()) await paris.real.remove(id)
  await Promise.all([home.real.close(), paris.real.close()])
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const clock = { image: 'longshore/clock:1', ports: [] }
const idsOn = async ({ real }: typeof home) => (await real.list()).map(({ id }) => id)
const engineOf = async (id: InstanceId) => {
  const { rows } = await harness.store.pool.query(
    'select engine, provider, address from replica where instance_id = $1',
    [id],
  )
  return rows
}
const availability = async () => {
  const { regions } = await harness.call('readRegions', {})
  return Object.fromEntries(regions.map((region) => [region.region, region.availability]))
}

test('each region runs its workloads on its own engine, and regions can share one', async () => {
  const [here, there, shared] = await Promise.all([
    harness.deploy({ ...clock, region: 'harbour' }),
    harness.deploy({ ...clock, region: 'quay' }),
    harness.deploy({ ...clock, region: 'pier' }),
  ])
  for (const { _id } of [here, there, shared]) await harness.inState(_id, 'Active')
  expect(await idsOn(home)).toEqual([await workloadOf(harness.store, here)])
  expect((await idsOn(paris)).toSorted()).toEqual(
    [await workloadOf(harness.store, there), await workloadOf(harness.store, shared)].toSorted(),
  )
  expect(await engineOf(here._id)).toEqual([{ engine: '', provider: 'process:home', address: '127.0.0.1' }])
  expect(await engineOf(there._id)).toEqual([{ engine: 'paris', provider: 'process:paris', address: '127.0.0.1' }])
  await until(async () => (await harness.lines(there, 'instanceLogs')).length > 0)
})

test('a port of one machine is free on another, and rests only where it was', async () => {
  const { rows } = await harness.store.pool.query<{ workload: string }>(
    'select workload_id as workload from replica where removed_at is null',
  )
  const [first = '', second = '', third = ''] = rows.map(({ workload }) => workload)
  const { db } = harness.store
  const { reserve, giveUp } = createHostPorts({ db, range: { from: 45_000, to: 45_000 }, restMs: 60_000, quota: null })
  const only = [{ containerPort: 80, hostPort: 45_000 }]
  expect(await reserve(first, [80], '127.0.0.1')).toEqual(only)
  expect(await reserve(second, [80], '10.0.0.5')).toEqual(only)
  await expect(reserve(third, [80], '10.0.0.5')).rejects.toMatchObject({ code: 'noPort' })
  // The machine of its engine gets another address.
  expect(await reserve(first, [80], '10.0.0.6')).toEqual(only)
  await expect(reserve(third, [80], '127.0.0.1')).rejects.toMatchObject({ code: 'noPort' })
  for (const workload of [first, second]) await giveUp(workload)
})

test('each engine has its own capacity [P4.14]', async () => {
  const { rows } = await harness.store.pool.query(
    'select engine, cpu_milli::int as cpu from capacity_counter order by engine',
  )
  expect(rows).toEqual([
    { engine: '', cpu: 100 },
    { engine: 'paris', cpu: 200 },
  ])
  const { regions } = await harness.call('readRegions', {})
  const cpuOf = (name: string) => regions.find(({ region }) => region === name)?.resources.cpu ?? 0
  expect(cpuOf('pier')).toBe(cpuOf('quay'))
  expect(cpuOf('harbour') - cpuOf('quay')).toBe((4 - 2) * 1000 * 4 + 100)
  const service = {
    name: 'big',
    image: clock.image,
    cpuMilli: 4000,
    memoryBytes: GIB / 8,
    storageBytes: GIB,
    replicas: 2,
  }
  const tooMuch = {
    configuration: { services: [service] },
    image: undefined,
    ports: undefined,
    machineImageId: undefined,
  }
  await expect(harness.deploy({ ...tooMuch, region: 'quay' })).rejects.toMatchObject({ code: 'insufficientCapacity' })
})

test('the operator lists what each engine has', async () => {
  const written: string[] = []
  const write = (text: string) => void written.push(text)
  const env = { DATABASE_URL: harness.store.url }
  expect(await runAdmin(['engines'], { env, write, writeError: write })).toBe(0)
  expect(written.join('').split('\n').slice(0, 2)).toEqual([
    expect.stringMatching(/^\(default\)\t1 workloads\t0 commands\t0 volumes \(0 MiB\)\t0.1 cores\t128 MiB /),
    expect.stringMatching(/^paris\t2 workloads\t/),
  ])
})

test('a second control plane keeps apart what belongs to each engine, and removes no workload of the other', async () => {
  const before = [await idsOn(home), await idsOn(paris)]
  const other = harness.another({ isAlone: false })
  await other.start()
  // It has compared both engines once their replicas were seen again.
  await harness.store.pool.query(`update replica set observed_at = null`)
  await other.stop()
  const third = harness.another({ isAlone: false })
  await third.start()
  await until(async () => {
    const { rows } = await harness.store.pool.query(
      'select 1 from replica where removed_at is null and observed_at is null',
    )
    return rows.length === 0
  })
  await third.stop()
  expect([await idsOn(home), await idsOn(paris)]).toEqual(before)
})

test('an engine that cannot be reached stops none of the others, and goes on when it is back [P4.14]', async () => {
  const { _id: id } = await harness.deploy({ ...clock, region: 'quay', name: 'Waiting' })
  await harness.inState(id, 'Active')
  const workload = await workloadOf(harness.store, { _id: id })
  paris.leave()
  await until(async () => (await harness.instance(id)).progressMessage !== '')
  expect(await harness.instance(id)).toMatchObject({ state: 'Active' })
  await expect(harness.deploy({ ...clock, region: 'pier' })).rejects.toThrow()
  const { _id: meanwhile } = await harness.deploy({ ...clock, region: 'harbour', name: 'Meanwhile' })
  await harness.inState(meanwhile, 'Active')
  await harness.call('closeInstance', { id: meanwhile, organizationId: harness.organizationId })
  await harness.inState(meanwhile, 'Closed')
  expect(await availability()).toEqual({ harbour: 'available', quay: 'unknown', pier: 'unknown' })
  const { items } = await harness.call('readAttention', { id: harness.organizationId })
  expect(items.filter(({ kind }) => kind === 'engineUnreachable').map(({ name }) => name)).toEqual(['Engine paris'])
  const scope = { organizationId: randomUUID() as OrganizationId, role: 'owner', permissions } as const
  const ofOthers = await harness.call('readAttention', { id: scope.organizationId }, { scope })
  expect(ofOthers.items, 'an organisation that has nothing there').toEqual([])

  paris.comeBack()
  await until(async () => (await harness.instance(id)).progressMessage === '')
  expect(await workloadOf(harness.store, { _id: id })).toBe(workload)
  expect(await idsOn(paris)).toContain(workload)
  await until(async () => (await availability()).quay === 'available')
})

test('an instance of an engine that the settings no longer have is Deprecated-Provider, and the others run on', async () => {
  const left = await harness.deploy({ ...clock, region: 'quay', name: 'Left' })
  const { _id: id } = await harness.deploy({ ...clock, region: 'quay', name: 'Kept' })
  await Promise.all([harness.inState(id, 'Active'), harness.inState(left._id, 'Active')])
  const workload = await workloadOf(harness.store, { _id: id })
  const abandoned = await workloadOf(harness.store, left)
  await harness.compute.stop()
  const regions = v.parse(regionFile, [
    { name: 'harbour', title: 'Harbour' },
    { name: 'quay', title: 'Quay' },
  ])
  const without = harness.another({
    config: { ...config, regions },
    engines: createEngines([{ name: '', title: 'This machine', engine: home.engine }]),
  })
  await without.start()
  const gone = await until(async () => {
    const instance = await harness.instance(id)
    return instance.status === 'Deprecated-Provider' && instance
  }, 20_000)
  expect(gone.error?.message).toMatch(/Quay has another engine now/)
  expect(await idsOn(paris)).toContain(workload)

  // It can be ended without its engine, which gives back what it claimed.
  await harness.callOn(without, 'closeInstance', { id: left._id, organizationId: harness.organizationId })
  await harness.inState(left._id, 'Closed')
  expect(await idsOn(paris)).toContain(abandoned)
  await without.stop()

  const again = harness.another()
  await again.start()
  await until(async () => (await harness.instance(id)).status === 'Deployed', 20_000)
  expect(await workloadOf(harness.store, { _id: id })).toBe(workload)
  await until(async () => !(await idsOn(paris)).includes(abandoned))
})
