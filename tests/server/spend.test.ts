import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProcessEngine } from '../../server/engines/process.ts'
import type { ClusterId, ProjectId } from '../../src/contract/wire/common.ts'
import { dailyPriceIn } from '../../src/rules/pricing/configuration-price.ts'
import { visitorPermissions } from '../../src/rules/roles.ts'
import { loops } from '../long-runs.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { type EngineWithVolumes, withVolumes } from './engine-with-volumes.ts'
import { until } from './until.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3
const DAY_MS = 86_400_000
const folder = mkdtempSync(join(tmpdir(), 'longshore-spend-'))

let fake: EngineWithVolumes
let harness: ComputeHarness
beforeAll(async () => {
  const regionFile = join(folder, 'regions.json')
  writeFileSync(regionFile, JSON.stringify([{ name: 'us-west', title: 'US West', storage: { beta2: 20 } }]))
  fake = withVolumes(createProcessEngine({ dataFolder: folder }))
  harness = await computeHarness({ engine: fake.engine, environment: { LONGSHORE_REGIONS: regionFile } })
})
afterAll(async () => {
  await harness.close()
  await fake.engine.close()
  rmSync(folder, { recursive: true, force: true })
})

const spendOf = async (id: ProjectId) =>
  (await harness.call('readProject', { id })).project.topupReport?.defaultDailyTopUp
const fundsOf = async (id: ProjectId) => (await harness.call('readProjectFunds', { id })).dailyMicros
const newProject = async (name: string) =>
  (await harness.call('createProject', { organizationId: harness.organizationId, name }))._id

const clock = (volumes: string[]) => ({
  name: 'clock',
  image: 'longshore/clock:1',
  cpuMilli: 100,
  memoryBytes: 128 * MIB,
  storageBytes: 512 * MIB,
  volumes: volumes.map((name) => ({ name, class: 'beta2' as const, sizeBytes: GIB, mountPath: `/${name}` })),
})

test('a project costs its running instances once and, after them, the volumes that stay [P3.5] [P7.11]', async () => {
  const { organizationId } = harness
  const projectId = await newProject('Spent')
  const services = [clock(['data'])]
  const { instance } = await harness.call('createClusterInstance', {
    organizationId,
    projectId,
    name: 'Store',
    region: 'us-west',
    configuration: { services },
    clusterUrl: 'https://example.com/store',
    clusterName: 'store',
  })
  const running = await harness.inState(instance._id, 'Active')
  const { unitPrices } = await harness.call('readUnitPrices', {})
  const quoted = dailyPriceIn([{ ...services[0], replicas: 1, ipLease: 'shared-ip' }] as never, unitPrices, 'us-west')
  expect(await spendOf(projectId), 'volumes of a running instance count once').toBe(quoted)
  expect(running.extendedInstances[0]?.defaultDailyTopup).toBe(quoted)
  expect(await fundsOf(projectId)).toBe(quoted)
  const id = running.cluster as ClusterId
  expect((await harness.call('readCluster', { id })).cluster.topupReport?.defaultDailyTopUp).toBe(quoted)
  expect((await harness.call('readClusterFunds', { id })).dailyMicros).toBe(quoted)

  await harness.call('closeInstance', { id: instance._id, organizationId })
  await harness.inState(instance._id, 'Closed')
  const [volume] = (await harness.call('readProjectVolumes', { id: projectId })).volumes
  expect(volume?.dailyPriceMicros).toBeGreaterThan(0)
  expect(await spendOf(projectId), 'closed').toBe(volume?.dailyPriceMicros)
  expect((await harness.call('readCluster', { id })).cluster.topupReport?.defaultDailyTopUp).toBe(
    volume?.dailyPriceMicros,
  )
  const { projects } = await harness.call('readProjects', { id: organizationId })
  expect(projects.find(({ _id }) => _id === projectId)?.topupReport?.defaultDailyTopUp).toBe(volume?.dailyPriceMicros)

  await harness.call('deleteInstance', { id: instance._id })
  await harness.waitUntilDeleted(instance._id)
  expect(await spendOf(projectId), 'gone').toBe(volume?.dailyPriceMicros)
  expect(await fundsOf(projectId)).toBe(volume?.dailyPriceMicros)
  if (volume) await harness.call('deleteVolume', { id: volume._id })
  expect(await spendOf(projectId)).toBe(0)
})

test('an update that keeps an instance active publishes what its project costs then [P3.5]', async () => {
  const projectId = await newProject('Grown')
  const { instance } = await harness.call('createInstance', {
    organizationId: harness.organizationId,
    projectId,
    name: 'Clock',
    region: 'us-west',
    configuration: { services: [clock([])] },
  })
  await harness.inState(instance._id, 'Active')
  const before = await spendOf(projectId)
  await harness.call('updateInstance', {
    id: instance._id,
    configuration: { services: [{ ...clock([]), replicas: 3 }] },
  })
  const published = async () =>
    (await harness.events()).flatMap((event) =>
      event.kind === 'projectChanged' && event.id === projectId ? [event.changes.topupReport?.defaultDailyTopUp] : [],
    )
  await until(async () => {
    // While the old replica and two new ones run, the price is the same.
    const { replicas } = await harness.call('readReplicas', { id: instance._id })
    return replicas.length === 3 && (await published()).at(-1) === (before ?? 0) * 3
  })
})

test('an organisation’s usage counts what runs and is kept now, at the price that its projects show [P7.12]', async () => {
  const { organizationId } = harness
  const id = organizationId
  const { projects } = await harness.call('readProjects', { id, skip: 0, limit: 200, topupReport: 'y' })
  const shown = projects.reduce((sum, { topupReport }) => sum + (topupReport?.defaultDailyTopUp ?? 0), 0)
  const usage = await harness.call('readComputeUsage', { id })
  // The replicas of the test before.
  expect(usage).toMatchObject({ instances: 1, replicas: 3, cpu: 300, memory: 3 * 128 * MIB, dailyMicros: shown })
  expect(await harness.call('readComputeWalletUsage', { id })).toMatchObject({ dailyMicros: shown })
  const member = { organizationId, role: null, permissions: visitorPermissions }
  expect(await harness.call('readComputeWalletUsage', { id }, { scope: member })).toMatchObject({
    usedMicros: null,
    dailyMicros: null,
  })
  expect(await harness.call('countProjects', { id })).toEqual({ count: projects.length })
  const clusters = await harness.call('readClusters', { id, topupReport: 'y', instanceCountReport: 'y' })
  expect(clusters.clusters.map(({ name, topupReport }) => [name, topupReport])).toEqual([
    ['store', { defaultDailyTopUp: 0 }],
  ])
})

const interval = fc.record({
  subject: fc.constantFrom('replica', 'run', 'volume', 'snapshot', 'address'),
  price: fc.integer({ min: 0, max: 2 ** 40 }),
  isOpen: fc.boolean(),
})

test('whatever a project uses, what it costs now is what a day of it accrues', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(interval, { maxLength: 12 }), async (rows) => {
      const projectId = await newProject('Any')
      const to = new Date(Date.now() - 1000)
      const from = new Date(to.getTime() - DAY_MS)
      for (const { subject, price, isOpen } of rows)
        await harness.store.pool.query(
          `insert into usage_interval (organization_id, project_id, subject, subject_id, daily_price_micros, started_at, ended_at)
           values ($1, $2, $3, gen_random_uuid(), $4, $5::timestamptz - interval '2 hours', $6)`,
          [harness.organizationId, projectId, subject, price, from, isOpen ? null : from],
        )
      const period = { from: from.toISOString(), to: to.toISOString() }
      const { usedMicros, dailyMicros } = await harness.call('readProjectFunds', { id: projectId, ...period })
      expect(await spendOf(projectId)).toBe(usedMicros)
      expect(dailyMicros).toBe(usedMicros)
    }),
    { numRuns: loops(40) },
  )
})
