import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEngineCapacity } from '../../server/compute/catalogue/engine-capacity.ts'
import { checkQuotas, readQuotas } from '../../server/compute/quotas/quotas.ts'
import type { DiskSpace } from '../../server/engines/engine.ts'
import type { EngineDescription } from '../../server/engines/interface/description.ts'
import type { QuotaLimits } from '../../server/limit-settings.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import type { OrganizationId } from '../../src/contract/wire/common.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { createOrganizationFixture, type OrganizationFixture } from './platform-harness.ts'

const unlimited: QuotaLimits = {
  instances: null,
  cpuMilli: null,
  memoryBytes: null,
  storageBytes: null,
  ports: null,
  addresses: null,
  projects: null,
}

let database: TestDatabase
let store: Store
let own: OrganizationFixture
let other: OrganizationFixture
beforeAll(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
  own = await createOrganizationFixture(store, { open: false })
  other = await createOrganizationFixture(store, { open: false })
})
beforeEach(() =>
  store.pool.query('delete from address; delete from volume; delete from instance; delete from organization_quota'),
)
afterAll(async () => {
  await store.close()
  await database.close()
})

/** Adds an instance of 100 milli-units, 20 and 3 bytes, and two ports, or a multiple of that. */
const add = ({ organizationId, projectId }: OrganizationFixture, state: string, times = 1) =>
  store.pool.query(
    `insert into instance (organization_id, project_id, name, host, region, machine_image_id, image, desired_state, state,
       cpu_milli, memory_bytes, storage_bytes, daily_price_micros, container_ports)
     values ($1, $2, 'boat', $3, 'us-west', 'nano', 'longshore/hello:1', 'active', $4, $5, $6, $7, 1, '[80, 443]')`,
    [organizationId, projectId, `boat-${randomUUID()}`, state, 100 * times, 20 * times, 3 * times],
  )

const quotasOf = ({ organizationId }: OrganizationFixture, usual: QuotaLimits) =>
  readQuotas(store.db, organizationId as OrganizationId, usual)
const usage = async () => Object.fromEntries((await quotasOf(own, unlimited)).map(({ name, used }) => [name, used]))

test('every instance counts, and what it holds only while it starts or runs', async () => {
  expect(await usage()).toEqual({ instances: 0, cpu: 0, memory: 0, storage: 0, ports: 0, addresses: 0, projects: 1 })
  await add(own, 'Starting')
  await add(own, 'Active', 2)
  for (const state of ['Closed', 'Failed-start', 'Failed']) await add(own, state, 10)
  await add(other, 'Active', 100)
  expect(await usage()).toEqual({ instances: 5, cpu: 300, memory: 60, storage: 9, ports: 4, addresses: 0, projects: 1 })
})

test('each limit of an organisation overrides the default of the same quota only', async () => {
  const usual = { instances: 1, cpuMilli: 2, memoryBytes: 3, storageBytes: 4, ports: 5, addresses: 6, projects: 7 }
  const limits = async (fixture: OrganizationFixture) => (await quotasOf(fixture, usual)).map(({ limit }) => limit)
  for (const [place, column] of [
    'instances',
    'cpu_milli',
    'memory_bytes',
    'storage_bytes',
    'ports',
    'addresses',
    'projects',
  ].entries()) {
    await store.pool.query('delete from organization_quota')
    await store.pool.query(`insert into organization_quota (organization_id, ${column}) values ($1, 99)`, [
      own.organizationId,
    ])
    expect(await limits(own), column).toEqual([1, 2, 3, 4, 5, 6, 7].with(place, 99))
    expect(await limits(other), column).toEqual([1, 2, 3, 4, 5, 6, 7])
  }
})

test.each([
  ['instances', 'instances', 2],
  ['CPU', 'cpuMilli', 200],
  ['memory', 'memoryBytes', 40],
  ['storage', 'storageBytes', 6],
  ['ports', 'ports', 4],
] as const)('an instance may use up the quota of %s, and not exceed it', async (_name, quota, enough) => {
  await add(own, 'Active')
  const need = { instances: 1, cpu: 100, memory: 20, storage: 3, ports: 2 }
  const check = (limit: number) =>
    store.db.transaction((tx) =>
      checkQuotas(tx, own.organizationId as OrganizationId, need, { ...unlimited, [quota]: limit }),
    )
  await check(enough)
  await expect(check(enough - 1)).rejects.toMatchObject({ code: 'quotaExceeded' })
})

const GIB = 1024 ** 3
const machine: EngineDescription = { name: 'process', version: '1', isolation: '', cpuCount: 2, memoryBytes: 8 * GIB }
const capacityOf = (space: DiskSpace | undefined) =>
  createEngineCapacity(
    { name: '', engine: { describe: async () => machine } },
    { offered: async () => space, isLow: async () => false, whileEnough: () => Promise.reject(new Error('not used')) },
    { cpuMilli: 500, memoryBytes: GIB, diskBytes: 0 },
  )

/** Claims 100 milli-units, 20 and 3 bytes, or a multiple of that. */
const claim = (times: number) =>
  store.pool.query(
    `insert into capacity_counter (engine, cpu_milli, memory_bytes, storage_bytes) values ('', $1, $2, $3)
     on conflict (engine) do update set cpu_milli = $1, memory_bytes = $2, storage_bytes = $3`,
    [100 * times, 20 * times, 3 * times],
  )

test('the machine offers what neither the reserve nor any replica claims: CPU and disk four times', async () => {
  const capacity = capacityOf({ totalBytes: 10 * GIB, freeBytes: 1 })
  const free = { cpu: 6000, memory: 7 * GIB, storageEphemeral: 40 * GIB, gpu: 0, storage: [] }
  expect(await capacity.available(store.db)).toEqual(free)
  await claim(3)
  expect(await capacity.available(store.db)).toEqual({
    ...free,
    cpu: free.cpu - 300,
    memory: free.memory - 60,
    storageEphemeral: free.storageEphemeral - 9,
  })
  expect((await capacityOf(undefined).available(store.db)).storageEphemeral).toBe(1024 * GIB - 9)
})

test('a machine that is overcommitted offers nothing, and never less than that', async () => {
  await claim(100)
  expect(await capacityOf({ totalBytes: 0, freeBytes: 0 }).available(store.db)).toMatchObject({
    cpu: 0,
    storageEphemeral: 0,
  })
})
