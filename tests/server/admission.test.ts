import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAdmission, resyncCounters } from '../../server/compute/admission/admission.ts'
import { type Claim, releaseClaims } from '../../server/compute/admission/capacity-counters.ts'
import { soleEngine } from '../../server/engines/engines.ts'
import type { QuotaLimits } from '../../server/limit-settings.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import type { OrganizationId, ReplicaId } from '../../src/contract/wire/common.ts'
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
const offered: Claim = { cpuMilli: 1000, memoryBytes: 1000, storageBytes: 1000, gpu: 0 }
const one: Claim = { cpuMilli: 100, memoryBytes: 10, storageBytes: 1, gpu: 0 }

let database: TestDatabase
let store: Store
let own: OrganizationFixture
beforeAll(async () => {
  database = await testDatabase()
  store = openStore({ url: database.url, log: pino({ level: 'silent' }) })
  own = await createOrganizationFixture(store, { open: false })
})
beforeEach(() => store.pool.query('delete from replica; delete from capacity_counter'))
afterAll(async () => {
  await store.close()
  await database.close()
})

const admission = (quotas: QuotaLimits = unlimited, isDiskLow = false) =>
  createAdmission(
    soleEngine({
      offered: async () => offered,
      isDiskLow: async () => isDiskLow,
      forget: () => {},
      available: () => Promise.reject(new Error('not used')),
      description: () => Promise.reject(new Error('not used')),
    }),
    quotas,
  )

const insertReplica = async (index: number): Promise<ReplicaId> => {
  const { rows } = await store.pool.query(
    `insert into replica (instance_id, deployment_id, service, index, workload_id, region, cpu_milli, memory_bytes,
       storage_bytes, daily_price_micros)
     values ($1, $2, 'app', $3, gen_random_uuid(), 'us-west', 100, 10, 1, 14400) returning id`,
    [own.instanceId, own.deploymentId, index],
  )
  return rows[0].id
}

const counter = async () => {
  const { rows } = await store.pool.query('select cpu_milli, memory_bytes, storage_bytes from capacity_counter')
  return rows.map((row) => Object.values(row).map(Number))
}

const demand = { organizationId: '' as OrganizationId, engine: '', claim: one }
const admit = (quotas?: QuotaLimits, isDiskLow?: boolean, quota?: { cpu: number }) =>
  store.db.transaction((tx) =>
    admission(quotas, isDiskLow).admit(
      tx,
      { ...demand, organizationId: own.organizationId as OrganizationId, ...(quota && { quota }) },
      async () => 'admitted',
    ),
  )

test('of demands at the same time exactly those that fit are admitted', async () => {
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => admit()))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'insufficientCapacity' })
  expect(await counter()).toEqual([[1000, 100, 10]])
})

test('a rejected demand and a failed change take nothing', async () => {
  await admit()
  const limits = { ...unlimited, cpuMilli: 100 }
  await expect(admit(limits, false, { cpu: 101 })).rejects.toMatchObject({ code: 'quotaExceeded' })
  await expect(admit(unlimited, true)).rejects.toMatchObject({ code: 'insufficientCapacity' })
  const failing = store.db.transaction((tx) =>
    admission().admit(tx, { ...demand, organizationId: own.organizationId as OrganizationId }, () =>
      Promise.reject(new Error('killed')),
    ),
  )
  await expect(failing).rejects.toThrow('killed')
  expect(await counter()).toEqual([[100, 10, 1]])
})

test('a claim is given back once, and a resync makes the counters equal the claims', async () => {
  const [first, second] = [await insertReplica(0), await insertReplica(1)]
  expect(await store.db.transaction(resyncCounters)).toEqual([''])
  expect(await counter()).toEqual([[200, 20, 2]])
  expect(await store.db.transaction(resyncCounters)).toEqual([])
  await Promise.all([1, 2].map(() => store.db.transaction((tx) => releaseClaims(tx, [first]))))
  expect(await counter()).toEqual([[100, 10, 1]])
  await store.pool.query(`update capacity_counter set cpu_milli = 9; delete from replica where id = '${second}'`)
  expect(await store.db.transaction(resyncCounters)).toEqual([''])
  expect(await counter()).toEqual([[0, 0, 0]])
})
