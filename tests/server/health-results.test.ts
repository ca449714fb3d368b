import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHealthResults } from '../../server/compute/reconcile/health/health-results.ts'
import type { InputOf } from '../../src/contract/contract.ts'
import type { InstanceId, ReplicaId } from '../../src/contract/wire/common.ts'
import type { HealthResult } from '../../src/contract/wire/instance/health/health-result.ts'
import { type ComputeHarness, computeHarness } from './compute-harness.ts'
import { until } from './until.ts'

let harness: ComputeHarness
beforeAll(async () => {
  harness = await computeHarness({ limits: { settleMs: 50, portMs: 4000, graceMs: 2000, firstRestartMs: 20 } })
})
afterAll(() => harness?.close())

type Service = NonNullable<InputOf<'createInstance'>['configuration']>['services'][number]

const deploy = async (service: Partial<Service>): Promise<InstanceId> => {
  const { organizationId, projectId } = harness
  const web = {
    name: 'web',
    image: 'longshore/hello:1',
    cpuMilli: 100,
    memoryBytes: 128 * 1024 ** 2,
    storageBytes: 512 * 1024 ** 2,
    ports: [{ containerPort: 8080 }],
  }
  const configuration = { services: [{ ...web, ...service }] }
  const settings = { organizationId, projectId, name: 'Ferry', region: 'us-west', configuration }
  return (await harness.call('createInstance', settings)).instance._id
}
const healthOf = async (id: InstanceId) => (await harness.call('readHealth', { id })).replicas

const result = (second: number, isHealthy = true): HealthResult => ({
  at: new Date(second * 1000).toISOString(),
  isHealthy,
  durationMs: second,
  reason: isHealthy ? '' : 'HTTP 500',
})
const results = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => result(from + index))
const create = () => createHealthResults({ db: harness.store.db, log: harness.log })

test('the results of a check are listed with their time and reason, before and after the first success', async () => {
  const id = await deploy({ healthCheck: { kind: 'http', port: 8080, periodMs: 1000 } })
  await harness.inState(id, 'Active')
  const [replica] = await until(async () => {
    const found = await healthOf(id)
    return (found[0]?.results.filter(({ isHealthy }) => isHealthy).length ?? 0) >= 3 ? found : undefined
  })
  expect(replica).toMatchObject({ service: 'web', index: 0, hasCheck: true })
  const times = (replica?.results ?? []).map(({ at }) => at)
  expect(times).toEqual(times.toSorted())
})

test('a check that never succeeds leaves its reasons, at most one each second, without secret values', async () => {
  const secret = 'a-program-that-nobody-may-read'
  const id = await deploy({
    environment: [{ name: 'TOKEN', value: secret, isSecret: true }],
    ports: [{ containerPort: 8080 }, { containerPort: 9999 }],
    healthCheck: { kind: 'http', path: `/${secret}`, port: 9999, periodMs: 1000, retries: 3 },
  })
  await until(async () => ((await healthOf(id))[0]?.results.length ?? 0) >= 2 || undefined)
  const [replica] = await healthOf(id)
  expect(replica?.results[0]).toMatchObject({ isHealthy: false, reason: expect.stringContaining('9999') })
  expect(replica?.results.length).toBeLessThan(10)
  expect(JSON.stringify(replica)).not.toContain(secret)
})

test('a service without a check has no results', async () => {
  const id = await deploy({})
  await harness.inState(id, 'Active')
  expect(await healthOf(id)).toMatchObject([{ hasCheck: false, results: [] }])
})

test('the last 100 results of each replica are kept, and those of one that is removed are dropped', async () => {
  const id = await deploy({ replicas: 2 })
  await harness.inState(id, 'Active')
  const [first, second] = (await healthOf(id)).map(({ replicaId }) => replicaId)
  if (!first || !second) throw new Error('Two replicas run.')
  const kept = create()
  for (const each of results(0, 70)) kept.record(first, each)
  await kept.stop()
  for (const each of results(70, 150)) kept.record(first, each)
  kept.record(second, result(1, false))
  kept.record('00000000-0000-4000-8000-000000000000' as ReplicaId, result(1))
  expect((await kept.read([first, second])).get(first)).toEqual(results(50, 150))
  await kept.stop()
  const next = create()
  const read = await next.read([first, second])
  expect(read.get(first)).toEqual(results(50, 150))
  expect(read.get(second)).toEqual([result(1, false)])
  const { rows } = await harness.store.pool.query(
    'select count(*)::int as stored from health_result where replica_id = any ($1)',
    [[first, second, '00000000-0000-4000-8000-000000000000']],
  )
  expect(rows).toEqual([{ stored: 2 }])
})
